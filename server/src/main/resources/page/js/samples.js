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
  return h(
    'div',
    {class: 'samples'},
    row('Held-out normal samples', 'Held-out sample', gallery.held_out, description, chosen),
    row('Generated samples', 'Generated sample', gallery.generated, description, chosen),
  );
}

function row(title, noun, samples, description, chosen) {
  if (samples.length === 0) {
    return null;
  }
  const buttons = samples.map((sample, i) => {
    const name = `${noun} ${i + 1}`;
    const hint = sample.p_value === undefined ? name : `${name}, p-value ${number(sample.p_value)}`;
    return h(
      'button',
      {
        type: 'button',
        'aria-label': hint,
        title: hint,
        tabindex: i === 0 ? '0' : '-1',
        onclick: () => chosen(sample, name),
      },
      thumbnail(sample, description) ?? String(i + 1),
    );
  });
  return h(
    'div',
    {},
    h('h3', {}, title),
    h(
      'ul',
      {class: `strip-of-samples ${description.kind}`, onkeydown: event => walk(event, buttons)},
      buttons.map(button => h('li', {}, button)),
    ),
  );
}

/** Arrow keys go through the samples, so that hundreds of them are one stop of the Tab key. */
function walk(event, buttons) {
  const from = buttons.indexOf(document.activeElement);
  const to = {ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: buttons.length - 1}[event.key];
  if (buttons[to]) {
    event.preventDefault();
    buttons[from].tabIndex = -1;
    buttons[to].tabIndex = 0;
    buttons[to].focus();
  }
}
