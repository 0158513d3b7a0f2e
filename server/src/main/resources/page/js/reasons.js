// Which statistic made the score.

import {h, panel, place} from './dom.js';
import {capital, percent} from './words.js';

/** Smaller shares are added up in one line. */
const SMALL = 0.02;

export function reasonsPanel() {
  const {root, body} = panel(
    'What made the score',
    'reasons',
    'The share of each statistic. Low: the sample has less of it than the average training sample.',
  );
  return {
    root,
    show({verdict: {explanation}}) {
      root.hidden = !explanation?.reasons?.length;
      if (!root.hidden) {
        body.replaceChildren(list(explanation.reasons));
      }
    },
  };
}

function list(reasons) {
  const large = reasons.filter((reason, i) => i === 0 || reason.share >= SMALL);
  const rest = reasons.slice(large.length).reduce((sum, reason) => sum + reason.share, 0);
  return h(
    'ol',
    {class: 'shares'},
    large.map(reason => item(reason.share, capital(reason.statistic), reason.low ? 'low' : '')),
    rest > 0 ? item(rest, 'All others', '') : null,
  );
}

function item(share, name, note) {
  return h(
    'li',
    {},
    h('span', {class: 'name'}, name, note ? h('small', {}, ` ${note}`) : null),
    h('span', {class: 'value'}, percent(Number(share.toPrecision(2)))),
    place(h('span', {class: 'bar', 'aria-hidden': 'true'}), {x: share}),
  );
}
