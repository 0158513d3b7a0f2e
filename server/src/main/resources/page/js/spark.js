// Lines: series, training curves, latencies.

import {svg} from './dom.js';
import {extent} from './pixels.js';

const WIDTH = 600;

/** Half the width of a value without neighbours, which would not be seen as a line. */
const LONE = 5;

/**
 * Lines over each other on one scale.
 * lines: [{values, look}], where NaN is no value; options: height, label, from (a value that the scale must show), shade (fills between the
 * first two).
 */
export function sparkline(lines, {height = 120, label, from, shade = false, look = ''} = {}) {
  const all = lines
    .flatMap(line => extent(line.values))
    .concat(from ?? [])
    .filter(Number.isFinite);
  const [min, max] = extent(all);
  const room = max > min ? (max - min) * 0.06 : 1;
  const y = value => height - (height * (value - min + room)) / (max - min + 2 * room);
  const x = (i, length) => (length > 1 ? (WIDTH * i) / (length - 1) : WIDTH / 2);
  const point = (left, value) => `${left.toFixed(1)},${y(value).toFixed(1)}`;
  const points = values => {
    const known = [...values.keys()].filter(i => !Number.isNaN(values[i]));
    const lone = known.length === 1 ? LONE : 0;
    return known.flatMap(i => {
      const left = x(i, values.length);
      return lone ? [point(left - lone, values[i]), point(left + lone, values[i])] : [point(left, values[i])];
    });
  };
  return svg(
    'svg',
    {
      class: `spark ${look}`,
      viewBox: `0 0 ${WIDTH} ${height}`,
      preserveAspectRatio: 'none',
      ...(label ? {role: 'img', 'aria-label': label} : {'aria-hidden': 'true'}),
    },
    shade && lines.length > 1
      ? svg('polygon', {
          class: 'between',
          points: [...points(lines[0].values), ...points(lines[1].values).reverse()].join(' '),
        })
      : null,
    lines.map(line => svg('polyline', {class: `line ${line.look ?? ''}`, points: points(line.values).join(' ')})),
  );
}
