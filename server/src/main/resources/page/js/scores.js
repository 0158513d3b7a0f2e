// The score among the scores of the held-out samples.

import {h, panel, place, svg} from './dom.js';
import {isStranger, shareBelow} from './bound.js';
import {axis} from './strip.js';
import {number} from './words.js';

const BARS = 48;

export function scoresPanel() {
  const {root, body} = panel(
    'Score among held-out normal samples',
    'scores',
    'The higher the score, the stranger the sample.',
  );
  let finding = null;
  return {
    root,
    show(next) {
      finding = next;
    },
    line(line) {
      body.replaceChildren(histogram(finding.description.held_out.scores, finding.verdict, line));
    },
  };
}

function histogram(scores, verdict, line) {
  const high = scores.at(-1);
  const {from, to, at, outside} = axis(scores[0], high, verdict.score);
  const step = (to - from) / BARS;
  const shares = Array.from(
    {length: BARS},
    (_, i) => shareBelow(scores, from + (i + 1) * step) - shareBelow(scores, from + i * step),
  );
  const tallest = Math.max(...shares);
  const strange = isStranger(verdict, line);
  const bars = shares.map(
    (share, i) =>
      share > 0 &&
      svg('rect', {
        class: from + (i + 0.5) * step > line.score ? 'strange' : '',
        x: i + 0.06,
        width: 0.88,
        y: 100 - (100 * share) / tallest,
        height: (100 * share) / tallest,
      }),
  );
  return h(
    'div',
    {
      class: 'histogram',
      role: 'img',
      'aria-label':
        `Score ${number(verdict.score)}; held-out scores from ${number(scores[0])} to ${number(high)}; ` +
        `strangers are above ${number(line.score)}`,
    },
    svg('svg', {viewBox: `0 0 ${BARS} 100`, preserveAspectRatio: 'none', 'aria-hidden': 'true'}, bars),
    place(h('span', {class: 'border'}), {x: at(line.score)}),
    place(h('span', {class: `mark ${strange ? 'strange' : ''}`}), {x: at(verdict.score)}),
    h(
      'span',
      {class: 'ends'},
      h('span', {}, number(Math.max(from, Math.min(scores[0], verdict.score)))),
      h('span', {}, outside ? `sample: ${number(verdict.score)} →` : number(to)),
    ),
  );
}
