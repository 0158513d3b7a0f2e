import assert from 'node:assert/strict';
import {test} from 'node:test';
import {open, withBrowser} from './chromium.js';

withBrowser();

const TABLE = {kind: 'table', shape: [3], columns: ['a', 'b', 'c']};
const SERIES = {kind: 'series', shape: [1, 4], columns: []};

const RECORDING = {
  kind: 'series',
  shape: [2, 3],
  columns: [],
  recordings: {window: 3, stride: 1, channels: ['flow', 'heat']},
};

const ONE_CHANNEL = {
  kind: 'series',
  shape: [1, 3],
  columns: [],
  recordings: {window: 3, stride: 1, channels: ['flow']},
};

/** What the page makes of a text, or its complaint. */
const read = (page, text, description) =>
  page.evaluate(
    async ({text, description}) => {
      const {readSamples} = await import('/js/numbers.js');
      try {
        return readSamples(text, description);
      } catch (failure) {
        return failure.message;
      }
    },
    {text, description},
  );

test('rows and series are read from CSV and JSON', async t => {
  const page = await open(t);
  for (const [text, description, expected] of [
    ['1, 2, 3', TABLE, [[1, 2, 3]]],
    [
      '1;2;3\n4;5;6\n',
      TABLE,
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    ['1\t2\t-3e2', TABLE, [[1, 2, -300]]],
    ['time,flow\n1,5\n2,6\n3,7', ONE_CHANNEL, [[5, 6, 7]]],
    ['5, 6, 7', ONE_CHANNEL, [[5, 6, 7]]],
    ['{"a": 1}\n{"a": 2}\n', TABLE, [{a: 1}, {a: 2}]],
    ['c,a,b\n3,1,2', TABLE, [{a: '1', b: '2', c: '3'}]],
    ['"a","b","c"\n1,2,red', TABLE, [{a: '1', b: '2', c: 'red'}]],
    ['a,b,c\n007,"x, ""y""",', TABLE, [{a: '007', b: 'x, "y"', c: ''}]],
    ['a\tb\tc\n\t1,5\tred', TABLE, [{a: '', b: '1,5', c: 'red'}]],
    ['a;b;c\n1,5;2;x, y', TABLE, [{a: '1,5', b: '2', c: 'x, y'}]],
    ['1,red,0x10', TABLE, [{a: '1', b: 'red', c: '0x10'}]],
    ['{"a": 1, "b": 2, "c": 3}', TABLE, [{a: 1, b: 2, c: 3}]],
    ['{"instances": [[1, 2, 3]]}', TABLE, [[1, 2, 3]]],
    [
      '[[1, 2, 3], [4, 5, 6]]',
      TABLE,
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    ['1 2 3 4', SERIES, [[1, 2, 3, 4]]],
    ['1\n2\n3\n4\n', SERIES, [[1, 2, 3, 4]]],
    [
      '1,2,3,4,\n5,6,7,8,',
      SERIES,
      [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
    ],
    ['[[1, 2, 3, 4]]', SERIES, [[1, 2, 3, 4]]],
    ['[1, 2, 3, 4]', SERIES, [[1, 2, 3, 4]]],
    ['1,7\n2,8\n3,9', RECORDING, [[1, 2, 3, 7, 8, 9]]],
    ['1,2,3\n7,8,9', RECORDING, [[1, 2, 3, 7, 8, 9]]],
    ['1,2,3,7,8,9', RECORDING, [[1, 2, 3, 7, 8, 9]]],
    [
      'time,heat,flow\n08:00,7,1\n08:01,8,2\n08:02,9,3\n08:03,6,4',
      RECORDING,
      [
        [1, 2, 3, 7, 8, 9],
        [2, 3, 4, 8, 9, 6],
      ],
    ],
  ]) {
    assert.deepEqual(await read(page, text, description), expected, text);
  }
});

test('text that is no sample is refused with a reason', async t => {
  const page = await open(t);
  for (const [text, description, expected] of [
    ['  ', TABLE, /no numbers yet/],
    ['1,2', TABLE, /has 2 values, the detector expects 3/],
    ['[1, 2]', TABLE, /has 2 values, the detector expects 3/],
    ['[1, 2', TABLE, /not valid JSON/],
    ['a,b,c', TABLE, /column names but no row/],
    ['1\n2\n3', SERIES, /has 3 values, the detector expects 4/],
    ['1,2,x,4', SERIES, /“x” is not a number/],
    ['1,7\n2,8', RECORDING, /has 2 steps, the detector judges 3/],
    ['time,flow\n08:00,1', RECORDING, /no column “heat”. The detector needs flow, heat/],
  ]) {
    assert.match(String(await read(page, text, description)), expected, text);
  }
});
