import assert from 'node:assert/strict';
import {before, test} from 'node:test';
import {ask, detectors, give, open, picture, verdict, withBrowser, words} from './chromium.js';
import {assertReadable, sizes} from './look.js';

withBrowser();

let names = [];
before(async () => {
  names = (await detectors()).map(({name}) => name);
});

/** A test of a detector that PageTest makes; other servers do not have it. */
const testOf = (detector, fact, run) =>
  test(fact, async t => (names.includes(detector) ? run(t) : t.skip(`the server has no detector ${detector}`)));

/** Drops a picture, and waits for the verdict of the service. */
async function drop(page, detector, name) {
  const bytes = await picture(name);
  const [said] = (await ask(bytes, 'image/png', 'watch=false&explain=true', detector)).verdicts;
  await give(page, 'drop', `${name}.png`, bytes, 'image/png');
  assert.equal((await verdict(page, said.p_value)).words, words(said.ood));
  return said;
}

/** How far the red of each pixel is from its blue and green: nothing where the picture is grey. */
const colours = page =>
  page.evaluate(() => {
    const canvas = document.querySelector('.sight .where canvas');
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return Array.from({length: canvas.width * canvas.height}, (_, i) => {
      const [red, green, blue] = data.slice(4 * i, 4 * i + 3);
      return Math.max(red, green, blue) - Math.min(red, green, blue);
    });
  });

testOf('places', 'the page shows where a picture is strange', async t => {
  const page = await open(t, {detector: 'places'});
  const {explanation, ood} = await drop(page, 'places', 'defect');
  assert.ok(ood, 'the defect is a stranger');
  const {threshold, held_out: heldOut} = await page.evaluate(async () => (await fetch('v1/detectors/places')).json());
  const shown = await colours(page);
  assert.equal(shown.length, explanation.map.length);
  explanation.map.forEach((value, i) => {
    assert.ok(value > threshold.score ? shown[i] > 50 : value > heldOut.scores[0] || shown[i] <= 1, `pixel ${i}`);
  });
  const strangest = explanation.map.indexOf(Math.max(...explanation.map));
  assert.ok(strangest % 28 < 14 && strangest < 14 * 28, `the strangest pixel is ${strangest}`);
  assert.match(await page.textContent('.sight .guide'), /where it is strange/);
  assert.doesNotMatch(await page.textContent('.sight'), /expect|makes of it/i);
  assert.equal(await page.locator('.sight figure').count(), 2);
  assert.deepEqual(page.complaints, []);
});

testOf('places', 'the colours follow the line', async t => {
  const page = await open(t, {detector: 'places'});
  await drop(page, 'places', 'defect');
  const caption = () => page.textContent('.where figcaption');
  const [text, before] = [await caption(), await colours(page)];
  await page.focus('#rate');
  await page.keyboard.press('End');
  assert.notEqual(await caption(), text);
  const after = await colours(page);
  const coloured = all => all.filter(colour => colour > 50).length;
  assert.ok(coloured(after) > coloured(before), 'more is beyond a lower line');
});

for (const detector of ['places', 'channels-last', 'two-inputs']) {
  testOf(detector, `the browser gives the network of ${detector} what it takes`, async t => {
    const page = await open(t, {detector});
    for (const name of ['normal', 'stranger', 'defect']) {
      const said = await drop(page, detector, name);
      if (name === 'normal') {
        await page.click('[role=switch]');
      }
      await page.waitForFunction(
        score => {
          const shown = document.querySelector('.agreement [role=status]').dataset.score;
          return shown !== undefined && Math.abs(shown - score) <= 1e-3 * Math.abs(score);
        },
        said.score,
        {timeout: 60_000},
      );
      assert.match(await page.textContent('.agree'), said.ood ? /Both agree: a stranger/ : /Both agree: normal/);
    }
    assert.deepEqual(page.complaints, []);
  });
}

test('the inputs of a graph are made as the description says', async t => {
  const page = await open(t);
  const made = await page.evaluate(async () => {
    const {feeds, outputName} = await import('/js/feed.js');
    class Tensor {
      constructor(type, data, dims) {
        Object.assign(this, {type, data: Array.from(data), dims});
      }
    }
    const given = (name, shape) => ({name, type: 'float32', shape});
    const input = {
      name: 'pixels',
      layout: 'channels_last',
      scale: 2,
      means: [1, 3],
      deviations: [4],
      constants: {mask: 7},
      output_prefix: 'stranger_',
    };
    const last = {shape: [2, 1, 2], input};
    const row = {shape: [2, 1, 2], input: {...input, layout: 'channels_first', means: [], deviations: []}};
    return {
      last: feeds({Tensor}, [given('pixels', ['n', 1, 2, 2]), given('mask', ['n', 3])], last, [1, 2, 3, 4]),
      row: feeds({Tensor}, [given('pixels', [-1, 4]), given('mask', [1])], row, [1, 2, 3, 4]),
      own: feeds({Tensor}, [given('x', ['n', 3])], {shape: [3]}, [1, 2, 3]),
      names: [outputName(last, 'score'), outputName({}, 'score')],
    };
  });
  const tensor = (dims, data) => ({type: 'float32', data, dims});
  assert.deepEqual(made.last.pixels, tensor([1, 1, 2, 2], [0.25, 0.75, 0.75, 1.25]));
  assert.deepEqual(made.last.mask, tensor([1, 3], [7, 7, 7]));
  assert.deepEqual(made.row.pixels, tensor([1, 4], [2, 4, 6, 8]));
  assert.deepEqual(made.row.mask, tensor([1], [7]));
  assert.deepEqual(made.own, {x: tensor([1, 3], [1, 2, 3])});
  assert.deepEqual(made.names, ['stranger_score', 'score']);
});

testOf('tiles', 'the switch says why it is off for pictures in tiles', async t => {
  const page = await open(t, {detector: 'tiles'});
  await drop(page, 'tiles', 'defect');
  assert.ok(await page.isDisabled('[role=switch]'));
  assert.match(await page.textContent('.agreement'), /4 tiles/);
  assert.equal(await page.getAttribute('.where canvas', 'width'), '40');
});

testOf('half', 'the switch goes off where the network takes other numbers, for that detector alone', async t => {
  const page = await open(t, {detector: 'half'});
  await drop(page, 'half', 'normal');
  await page.click('[role=switch]');
  await page.waitForSelector('[role=switch]:disabled', {timeout: 60_000});
  assert.match(await page.textContent('.agreement'), /float16/);
  await page.selectOption('#detectors', 'places');
  await page.waitForSelector('#drop[data-detector="places"]');
  await drop(page, 'places', 'normal');
  assert.ok(await page.isEnabled('[role=switch]'));
  assert.doesNotMatch(await page.textContent('.agreement'), /float16/);
});

testOf('places', 'the card names the network and what is watched', async t => {
  const page = await open(t, {detector: 'places', path: '/#detector'});
  const card = page.locator('#card .panel', {hasText: 'Guarded network'});
  await card.waitFor();
  assert.match(await card.textContent(), /cnn-13\.onnx/);
  assert.match(await card.textContent(), /Relu_2_output_0/);
  assert.match(await card.textContent(), /value, less 0\.13, divided by 0\.31/);
});

for (const {width, colorScheme} of sizes) {
  testOf('places', `a guarded network can be read at ${width} px, ${colorScheme}`, async t => {
    const page = await open(t, {width, colorScheme, detector: 'places'});
    const look = name => assertReadable(page, `guarded-${name}-${width}-${colorScheme}`);
    for (const name of ['normal', 'defect']) {
      await drop(page, 'places', name);
      await look(name);
    }
    await page.selectOption('#second', 'sprites');
    await page.waitForSelector('.sides article:nth-child(2)');
    await look('compare');
    await page.click('nav a[href="#detector"]');
    await page.waitForSelector('#card .lead');
    await look('card');
    await page.click('nav a[href="#judge"]');
    await page.selectOption('#detectors', 'tiles');
    await page.waitForSelector('#drop[data-detector="tiles"]');
    await drop(page, 'tiles', 'stranger');
    await look('tiles');
    assert.deepEqual(page.complaints, []);
  });
}
