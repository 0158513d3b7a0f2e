// The detector card: guarantee, provenance, training curve, and which altered samples pass.

import {file} from './api.js';
import {h, panel, place} from './dom.js';
import {sparkline} from './spark.js';
import {capital, count, moment, number, percent, size, takes} from './words.js';

export function showCard(root, description) {
  root.replaceChildren(
    h(
      'div',
      {class: 'cards'},
      guarantee(description),
      provenance(description),
      guarded(description),
      training(description.card),
      madeStrangers(description.card),
      everything(description),
    ),
  );
}

function guarantee({guarantee: {in_words: words}, threshold, held_out: heldOut}) {
  const {root, body} = panel('Guarantee', 'wide');
  body.append(
    h('p', {class: 'lead'}, `Of normal samples it flags ${words}.`),
    h(
      'p',
      {},
      `This rests on ${count(heldOut.count)} normal samples that were held out of the training. It holds for new ` +
        'samples of the same kind. It says nothing about how many strangers are caught.',
    ),
    h(
      'p',
      {},
      `A sample is a stranger if its p-value is at most ${number(threshold.p_value)}, which is a score above ` +
        `${number(threshold.score)}.`,
    ),
  );
  return root;
}

function provenance(description) {
  const {card} = description;
  const {root, body} = panel('Provenance', '');
  body.append(
    facts([
      ['Name', description.name],
      ['Judges', takes(description)],
      ['Trained on', card.data?.name],
      [
        'Samples',
        card.data?.fitted && `${count(card.data.fitted)} to learn from, ${count(card.data.calibrated)} held out`,
      ],
      ['Method', [card.network?.method, card.network?.kind?.toLowerCase()].filter(Boolean).join(', ')],
      ['Parameters', card.network?.parameters && count(card.network.parameters)],
      ['Made', card.created && `${moment(card.created)} by ${card.made_by}`],
      ['File', `${size(description.bytes)}, written ${moment(description.modified)}`],
      ['SHA-256 of the data', card.data?.sha256, 'hash'],
      ['SHA-256 of the file', description.sha256, 'hash'],
    ]),
    h('button', {type: 'button', onclick: () => download(description.name)}, 'Download the detector file'),
  );
  return root;
}

/** The network that was there before the detector, and what the detector watches of it. */
function guarded({card, input, tiles}) {
  if (!input) {
    return null;
  }
  const {guarded_model: name, guarded_sha256: hash, watched = '', logits} = card.network ?? {};
  const {root, body} = panel(
    'Guarded network',
    '',
    'The detector judges by what this network computes of a sample. The network is part of the file.',
  );
  body.append(
    facts([
      ['Network', name && String(name)],
      ['Watched', watched.split(' ').join(', ')],
      ['Logits', logits],
      ['Takes', `“${input.name}”, ${input.layout.replace('_', ' ')}`],
      ['Values', preparation(input)],
      [
        'Constants',
        Object.entries(input.constants)
          .map(([constant, value]) => `${constant} = ${value}`)
          .join(', '),
      ],
      ['Tiles', tiles && `${count(tiles.count)} of ${tiles.shape[2]} × ${tiles.shape[1]} pixels in each picture`],
      ['SHA-256 of the network', hash, 'hash'],
    ]),
  );
  return root;
}

/** What happens to each value, such as "255 × value, less 33.1, by 78.6". */
function preparation({scale, means, deviations}) {
  const steps = [
    scale === 1 ? 'value' : `${number(scale)} × value`,
    means.length > 0 && `less ${means.map(number).join(' / ')}`,
    deviations.length > 0 && `divided by ${deviations.map(number).join(' / ')}`,
  ].filter(Boolean);
  return steps.length > 1 || scale !== 1 ? steps.join(', ') : 'as they are';
}

function training(card) {
  const curve = (card.training?.curve ?? []).filter(Number.isFinite);
  if (curve.length === 0) {
    return null;
  }
  const {root, body} = panel('Training curve', '');
  const ends = `from ${number(curve[0])} to ${number(curve.at(-1))}`;
  body.append(
    sparkline([{values: curve}], {height: 220, label: `The objective over ${count(curve.length, 'epoch')}, ${ends}`}),
    h('p', {class: 'ends'}, h('span', {}, 'epoch 1'), h('span', {}, `epoch ${curve.length}`)),
    h(
      'p',
      {class: 'guide'},
      `The objective went ${ends} in ${count(curve.length, 'epoch')}. A curve that still falls at its end ` +
        'says that more epochs may help; one that rises, that the steps are too large.',
    ),
  );
  return root;
}

/** Altered copies of held-out samples, made after the training to see what the detector misses. */
function madeStrangers(card) {
  const passed = Object.entries(card.made_strangers?.passed ?? {}).sort(([, a], [, b]) => b - a);
  if (passed.length === 0) {
    return null;
  }
  const {root, body} = panel(
    'What it misses',
    '',
    'The share of altered held-out samples that pass as normal. Short bars are better.',
  );
  body.append(
    h(
      'ol',
      {class: 'shares'},
      passed.map(([name, share]) =>
        h(
          'li',
          {},
          h('span', {class: 'name'}, capital(name)),
          h('span', {class: 'value'}, percent(share)),
          place(h('span', {class: 'bar', 'aria-hidden': 'true'}), {x: share}),
        ),
      ),
    ),
  );
  return root;
}

function everything({card}) {
  return h(
    'details',
    {class: 'panel wide'},
    h('summary', {}, 'The whole card'),
    h('pre', {tabindex: '0'}, JSON.stringify(card, null, 2)),
  );
}

function facts(entries) {
  return h(
    'dl',
    {class: 'facts'},
    entries
      .filter(([, value]) => value)
      .flatMap(([name, value, look]) => [h('dt', {}, name), h('dd', {class: look}, value)]),
  );
}

/** Fetched rather than linked, as a link cannot carry a token. */
async function download(name) {
  const url = URL.createObjectURL(new Blob([await file(name)]));
  h('a', {href: url, download: `${name}.onnx`}).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
