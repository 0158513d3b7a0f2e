// Samples to pick: those of the file's gallery, and the generated ones that every file has.

import {h} from './dom.js';
import {thumbnail} from './sight.js';
import {number} from './words.js';

/** A small copy cannot be judged again; its stored verdict is shown instead. */
export function isWhole(sample, {shape}) {
  return sample.shape.join() === shape.join();
}

/** Calls `chosen(sample, name)`. */
export function sampleStrip(description, gallery, chosen) {
  return h('div', {class: 'samples'},
    row('Held-out normal samples', 'Held-out sample', gallery.held_out, description, chosen),
    row('Generated samples', 'Generated sample', gallery.generated, description, chosen));
}

function row(title, noun, samples, description, chosen) {
  if (samples.length === 0) {
    return null;
  }
  return h('div', {}, h('h3', {}, title),
    h('ul', {class: `strip-of-samples ${description.kind}`}, samples.map((sample, i) => {
      const name = `${noun} ${i + 1}`;
      const hint = sample.p_value === undefined ? name : `${name}, p-value ${number(sample.p_value)}`;
      return h('li', {}, h('button', {type: 'button', 'aria-label': hint, title: hint, onclick: () => chosen(sample, name)},
        thumbnail(sample, description) ?? String(i + 1)));
    })));
}
