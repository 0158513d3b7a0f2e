// Each energy against the held-out samples.

import {h, panel} from './dom.js';
import {shareBelow} from './bound.js';
import {strip} from './strip.js';
import {count, energyName, number} from './words.js';

export function energiesPanel() {
  const {root, body} = panel('Energies', 'energies');
  const guide = h('p', {class: 'guide'});
  body.before(guide);
  return {
    root,
    show({description, verdict}) {
      const names = Object.keys(verdict.energies ?? {});
      const heldOut = description.held_out.energies;
      root.hidden = names.length === 0;
      guide.textContent = heldOut
        ? `What the model computes for the sample, against ${count(description.held_out.count)} held-out samples. ` +
          'Dark: the middle half of them. Light: 98 of 100.'
        : 'What the model computes for the sample. This file has no held-out energies to compare with; detectors ' +
          'trained with the current version have them.';
      body.replaceChildren(
        h(
          'dl',
          {class: 'rows'},
          names.map(name => row(name, verdict.energies[name], heldOut?.[name])),
        ),
      );
    },
  };
}

function row(name, value, quantiles) {
  const below = quantiles && shareBelow(quantiles, value);
  const unusual = quantiles && (below <= 0 || below >= 1);
  return h(
    'div',
    {},
    h('dt', {}, energyName(name)),
    h(
      'dd',
      {},
      quantiles ? strip(quantiles, value, unusual) : null,
      h('span', {class: 'value'}, number(value)),
      quantiles ? h('span', {class: 'note'}, standing(below)) : null,
    ),
  );
}

/** Where a value stands among the held-out ones. */
function standing(below) {
  if (below >= 1) {
    return 'higher than all';
  }
  if (below <= 0) {
    return 'lower than all';
  }
  const share = Math.round(100 * Math.max(below, 1 - below));
  return `${below >= 0.5 ? 'higher' : 'lower'} than ${Math.min(99, share)} %`;
}
