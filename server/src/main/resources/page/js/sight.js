// How a sample looks, and what the detector makes of it: one view for pictures, series and tables each.

import {h, panel, place} from './dom.js';
import {lineAt} from './bound.js';
import {heatMap, picture, shownRange, strangeness} from './pixels.js';
import {sparkline} from './spark.js';
import {capital, number, percent} from './words.js';

const GUIDES = {
  picture: 'The sample as the detector sees it, what the detector makes of it, and where the two differ.',
  series: 'Solid: the sample. Dashed: what the detector makes of it. Shaded: where they differ.',
  table: 'Each column, what the detector makes of it, and by how many deviations they differ.',
};

const SHARES =
  'The share of a column is how far the score falls when this column alone gets the value that is expected there.';
const ALONE = 'The sample as the detector sees it.';
const WHERE =
  'The sample as the detector sees it, and where it is strange. Places without colour are like those of normal ' +
  'pictures. Purple is stranger, red to yellow is beyond the line.';

/** Of many columns or channels, those that differ most. */
const MOST = {columns: 24, channels: 3};

export function sightPanel() {
  const {root, body} = panel('What the detector sees', 'sight');
  const guide = h('p', {class: 'guide'});
  body.before(guide);
  let finding = null;
  let drawn = null;
  return {
    root,
    show(next) {
      finding = next;
      const {
        description,
        verdict: {explanation},
        copy,
      } = next;
      if (explanation) {
        guide.textContent = guideTo(description, explanation);
        drawn = lineAt(description, description.guarantee.false_alarm);
        body.replaceChildren(sight(description, explanation, drawn));
      } else {
        guide.textContent =
          'A small copy, with the verdict on the whole sample from when the detector was trained. The file does ' +
          'not hold the whole sample, so there is no explanation.';
        body.replaceChildren(h('div', {class: 'copy'}, thumbnail(copy, description)));
      }
    },
    line(next) {
      const {
        description,
        verdict: {explanation},
      } = finding;
      if (explanation?.map && next.score !== drawn.score) {
        drawn = next;
        body.querySelector('.where').replaceWith(where(description, explanation, next));
      }
    },
  };
}

function guideTo({kind}, {columns, reconstruction, map}) {
  return columns ? SHARES : reconstruction ? GUIDES[kind] : map ? WHERE : ALONE;
}

/** The line is that of the colours of a map. */
export function sight(description, explanation, line) {
  const views = {picture: pictures, series, table};
  return views[description.kind](description, explanation, line);
}

function pictures(description, explanation, line) {
  const {shape, range} = description;
  const {sample, reconstruction, residual, map} = explanation;
  const shown = shownRange(range, sample);
  const figures = [figure(picture(sample, shape, shown, 'The sample'), 'sample')];
  if (reconstruction) {
    figures.push(figure(picture(reconstruction, shape, shown, 'What the detector expects'), 'expected'));
    const {canvas, largest} = heatMap(residual, shape, 'Where sample and expectation differ; brighter is more');
    figures.push(figure(canvas, `difference ≤ ${number(largest)}`));
  }
  if (map) {
    figures.push(where(description, explanation, line));
  }
  return h('div', {class: 'pictures'}, figures);
}

/** The least strange picture of the held-out ones is where colours begin. */
function where({shape, range, held_out: heldOut}, {sample, map}, line) {
  const scale = [heldOut.scores[0], line.score];
  const {canvas, largest} = strangeness(sample, map, shape, shownRange(range, sample), scale);
  const numbers = `up to ${number(largest)}, line at ${number(line.score)}`;
  canvas.setAttribute('aria-label', `Where it is strange: ${numbers}`);
  const shown = figure(canvas, `where: ${numbers}`);
  shown.classList.add('where');
  return shown;
}

function figure(canvas, caption) {
  return h('figure', {}, canvas, h('figcaption', {}, capital(caption)));
}

function series({shape}, {sample, reconstruction, residual}) {
  const [channels, steps] = shape.length > 1 ? shape : [1, shape[0]];
  const part = (values, channel) => values.slice(channel * steps, (channel + 1) * steps);
  const differs = channel => (residual ? part(residual, channel).reduce((sum, square) => sum + square, 0) : 0);
  const shown = Array.from({length: channels}, (_, channel) => channel)
    .sort((a, b) => differs(b) - differs(a))
    .slice(0, MOST.channels);
  return h(
    'div',
    {class: 'series'},
    shown.map(channel =>
      h(
        'figure',
        {},
        sparkline(
          [
            {values: part(sample, channel)},
            ...(reconstruction ? [{values: part(reconstruction, channel), look: 'dashed'}] : []),
          ],
          {height: 200, shade: true, label: 'The sample over what the detector expects'},
        ),
        channels > 1 ? h('figcaption', {}, `Channel ${channel + 1}`) : null,
      ),
    ),
  );
}

function table(description, explanation) {
  return explanation.columns ? measured(explanation.columns) : compared(description, explanation);
}

/** Columns with their shares of the score. */
function measured(columns) {
  const rows = columns.slice(0, MOST.columns).map(({column, value, expected, share}) =>
    h(
      'tr',
      {},
      h('th', {scope: 'row'}, column),
      h('td', {}, value),
      h('td', {}, expected),
      h(
        'td',
        {class: 'gap'},
        place(h('span', {class: 'bar'}), {x: share}),
        h('span', {}, percent(Number(share.toPrecision(2)))),
      ),
    ),
  );
  return grid(['Column', 'Sample', 'Expected', 'Share'], rows);
}

function compared({columns, shape}, {sample, reconstruction, residual}) {
  const name = i => columns[i] ?? `column ${i + 1}`;
  const deviations = residual?.map(square => Math.sqrt(Math.max(0, square)));
  const order = sample.map((_, i) => i).sort((a, b) => (deviations ? deviations[b] - deviations[a] : a - b));
  const largest = Math.max(3, ...(deviations ? [deviations[order[0]]] : []));
  const rows = order
    .slice(0, MOST.columns)
    .map(i =>
      h(
        'tr',
        {},
        h('th', {scope: 'row'}, name(i)),
        h('td', {}, number(sample[i])),
        ...(reconstruction
          ? [
              h('td', {}, number(reconstruction[i])),
              h(
                'td',
                {class: 'gap'},
                place(h('span', {class: 'bar'}), {x: deviations[i] / largest}),
                h('span', {}, number(deviations[i])),
              ),
            ]
          : []),
      ),
    );
  const rest = shape[0] - rows.length;
  return grid(
    ['Column', 'Sample', ...(reconstruction ? ['Expected', 'Differs by'] : [])],
    rows,
    rest > 0 ? h('p', {class: 'guide'}, `${rest} more columns differ less.`) : null,
  );
}

function grid(names, rows, note = null) {
  const heads = names.map(text => h('th', {scope: 'col'}, text));
  return h(
    'div',
    {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Values by column'},
    h('table', {}, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows)),
    note,
  );
}

/** A small picture or sparkline of a gallery sample; a row of a table has none. */
export function thumbnail({shape, values}, {kind, range}) {
  if (kind === 'picture') {
    return picture(values, shape, shownRange(range, values));
  }
  return kind === 'series' ? sparkline([{values: values.slice(0, shape.at(-1))}], {height: 240}) : null;
}
