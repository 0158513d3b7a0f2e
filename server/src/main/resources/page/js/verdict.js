// The verdict in words, the p-value on a scale, and the slider that moves the line.

import {h, place} from './dom.js';
import {isStranger, lineAt, smallestRate} from './bound.js';
import {count, number, percent, rarity} from './words.js';

const RATES = {least: 0.001, most: 0.5};

/** Calls `moved(line)` when the line moves. */
export function verdictPanel(moved) {
  const words = h('h2', {id: 'verdict', class: 'verdict-words'});
  const sentence = h('p', {class: 'verdict-sentence'});
  const numbers = h('p', {class: 'verdict-numbers'});
  const scale = pValueScale();
  const slider = rateSlider(rate => {
    line = lineAt(finding.description, rate);
    judge();
    moved(line);
  });
  const said = h('div', {role: 'status', 'aria-live': 'polite'}, words, sentence);
  const root = h(
    'section',
    {class: 'panel verdict', 'aria-labelledby': 'verdict'},
    said,
    numbers,
    h('div', {class: 'scale-box'}, scale.root, slider.root),
    slider.words,
  );
  let finding = null;
  let line = null;

  function judge() {
    const {description, verdict} = finding;
    const strange = isStranger(verdict, line);
    Object.assign(root.dataset, {pValue: verdict.p_value, score: verdict.score, line: line.pValue});
    root.classList.toggle('strange', strange);
    root.classList.toggle('normal', !strange);
    say(words, strange ? 'This is a stranger' : 'This looks normal');
    say(sentence, rarity(verdict.p_value, description.held_out.count));
    numbers.replaceChildren(
      h('span', {}, 'p-value ', h('b', {}, number(verdict.p_value))),
      h('span', {}, 'score ', h('b', {}, number(verdict.score))),
      h('span', {}, 'line at score ', h('b', {}, number(line.score))),
    );
    scale.show(verdict.p_value, line);
    slider.show(line, description);
  }

  return {
    root,
    show(next) {
      // Another sample is held against the same line; another detector brings its own.
      if (next.description !== finding?.description) {
        line = lineAt(next.description, next.description.guarantee.false_alarm);
        scale.span(next.description.held_out.count);
        slider.span(next.description, scale);
      }
      finding = next;
      judge();
      moved(line);
    },
  };
}

/** Screen readers repeat a status whenever it is written, so it is written only when it changes. */
function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** A scale by powers of ten, from the smallest possible p-value to 1. */
function pValueScale() {
  const zone = h('span', {class: 'zone'});
  const border = h('span', {class: 'border'});
  const mark = h('span', {class: 'mark'});
  const ticks = h('span', {class: 'ticks'});
  const root = h('div', {class: 'scale', role: 'img'}, zone, border, mark, ticks);
  let decades = 3;
  const at = value => Math.min(1, Math.max(0, 1 + Math.log10(value) / decades));
  return {
    root,
    at,
    span(heldOut) {
      decades = Math.max(2, Math.log10(heldOut + 1));
      ticks.replaceChildren(
        ...Array.from({length: Math.floor(decades) + 1}, (_, i) =>
          place(h('span', {}, String(Number((10 ** -i).toPrecision(1)))), {x: at(10 ** -i)}),
        ),
      );
    },
    show(pValue, line) {
      place(zone, {to: at(line.shown)});
      place(border, {x: at(line.shown)});
      place(mark, {x: at(pValue)});
      mark.classList.toggle('strange', pValue <= line.pValue);
      root.setAttribute(
        'aria-label',
        `p-value ${number(pValue)}; strangers have at most ${number(line.pValue)}. Left is strange, right is normal.`,
      );
    },
  };
}

function rateSlider(changed) {
  const input = h('input', {type: 'range', id: 'rate', step: '0.01', 'aria-describedby': 'rate-words'});
  const own = h('button', {type: 'button', class: 'link'});
  const value = h('output', {for: 'rate', class: 'rate'});
  const words = h('p', {class: 'guide', id: 'rate-words'});
  const root = h('div', {class: 'slider'}, input);
  const say = h('div', {class: 'slider-words'}, h('label', {for: 'rate'}, 'False-alarm rate '), value, own, words);
  let usual;
  let least;
  input.addEventListener('input', () => changed(Math.max(least, rateOf(input.value))));
  own.addEventListener('click', () => {
    changed(usual);
    input.focus();
  });
  return {
    root,
    words: say,
    /** The handle stands under the line that it moves: both use one scale. */
    span({guarantee, held_out: heldOut}, scale) {
      usual = guarantee.false_alarm;
      least = Math.min(usual, Math.max(RATES.least, smallestRate(heldOut)));
      input.min = Math.ceil(100 * Math.log10(least)) / 100;
      input.max = Math.log10(RATES.most).toFixed(2);
      place(root, {x: scale.at(10 ** input.min), to: scale.at(10 ** input.max)});
      own.textContent = `Back to ${percent(usual)}`;
    },
    show(line, {held_out: heldOut, guarantee}) {
      input.value = Math.log10(line.rate);
      input.setAttribute('aria-valuetext', percent(line.rate));
      value.textContent = percent(line.rate);
      own.hidden = line.own;
      words.textContent = line.own
        ? `The detector’s guarantee: ${guarantee.in_words}.`
        : `The line leaves ${count(line.rank)} of ${count(heldOut.count)} held-out samples on the strange side: of ` +
          `normal samples, at most ${percent(line.rate)} are flagged on average.`;
    },
  };
}

/** Two digits, as a person would say a rate. */
function rateOf(power) {
  return Number((10 ** power).toPrecision(2));
}
