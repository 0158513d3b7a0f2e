// A horizontal scale with the spread of the held-out samples and a mark for the new one.

import {h, place} from './dom.js';
import {quantile} from './bound.js';
import {number} from './words.js';

/** How far beyond the held-out samples a scale reaches, in their widths, before a mark is put at its end. */
const BEYOND = 1;

/** The part of the axis to show, and where a value lies in it, from 0 to 1. */
export function axis(low, high, value) {
  const width = high - low || Math.abs(high) || 1;
  const from = Math.max(Math.min(low, value), low - BEYOND * width) - 0.04 * width;
  const to = Math.min(Math.max(high, value), high + BEYOND * width) + 0.04 * width;
  const at = x => Math.min(1, Math.max(0, (x - from) / (to - from)));
  return {from, to, at, outside: value < from || value > to};
}

/** Light: where 98 of 100 held-out samples lie; dark: the middle half; tick: the median. */
export function strip(quantiles, value, strange) {
  const [q1, q25, q50, q75, q99] = [0.01, 0.25, 0.5, 0.75, 0.99].map(share => quantile(quantiles, share));
  const {at, outside} = axis(q1, q99, value);
  return h(
    'div',
    {class: 'strip', 'aria-hidden': 'true'},
    place(h('span', {class: 'band wide'}), {x: at(q1), to: at(q99)}),
    place(h('span', {class: 'band'}), {x: at(q25), to: at(q75)}),
    place(h('span', {class: 'median'}), {x: at(q50)}),
    place(h('span', {class: `mark ${strange ? 'strange' : ''} ${outside ? 'outside' : ''}`}), {x: at(value)}),
    outside ? h('span', {class: `beyond ${at(value) > 0.5 ? 'right' : ''}`}, `off the scale: ${number(value)}`) : null,
  );
}
