// The held-out samples and the new one in the two main directions of the subspace.

import {h, panel, place, put, svg} from './dom.js';
import {isStranger} from './bound.js';
import {extent} from './pixels.js';
import {field} from './rows.js';
import {thumbnail} from './sight.js';
import {number} from './words.js';

/** Wide beside the other panels, square on a phone. */
const NARROW = matchMedia('(max-width: 40rem)');
const size = () => (NARROW.matches ? {width: 400, height: 400} : {width: 900, height: 460});
const MARGIN = 26;

/** Of a picture on the map. */
const SIDE = 26;

/** How far outside the held-out samples, in their widths, the new one may pull the edge of the map. */
const BEYOND = 0.6;

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/** Calls `chosen(sample, number)` when a sample of the map is chosen. */
export function mapPanel(chosen) {
  const {root, body} = panel(
    'Map',
    'map',
    'Held-out normal samples and the new one in the two main directions of the subspace. ' +
      'Point at a sample, or use the arrow keys.',
  );
  const card = h('div', {class: 'map-card', hidden: true, 'aria-hidden': 'true'});
  let marks = [];
  let line = null;
  let finding = null;

  function draw() {
    const {description, verdict, gallery} = finding;
    const samples = gallery.held_out.filter(hasPlace);
    const here = verdict && (verdict.explanation?.coordinates ?? verdict.coordinates);
    const focused = marks.find(mark => mark.element === document.activeElement)?.sample;
    root.hidden = samples.length === 0 && !here;
    hide();
    if (samples.length === 0) {
      marks = [];
      put(
        body,
        h(
          'p',
          {class: 'empty'},
          `This file holds no samples to show. ${description.input ? 'Guard' : 'Train'} with --gallery 200 to store ` +
            'small copies of held-out samples.',
        ),
      );
      return;
    }
    const {width, height} = size();
    const {x, y} = scales(samples, here ?? samples[0].coordinates, width, height);
    // The strangest come last, so that they lie on top.
    marks = samples
      .map(sample => ({
        sample,
        number: gallery.held_out.indexOf(sample) + 1,
        x: x(sample.coordinates[0]),
        y: y(sample.coordinates[1]),
      }))
      .sort((a, b) => b.sample.p_value - a.sample.p_value);
    marks.forEach(mark => {
      mark.element = point(mark, description);
    });
    const entrance = marks.find(mark => mark.sample === focused) ?? marks[0];
    entrance.element.setAttribute('tabindex', '0');
    if (focused) {
      // Later, as the panel may be about to move to another place of the page.
      queueMicrotask(() => entrance.element.focus({preventScroll: true}));
    }
    put(
      body,
      h(
        'div',
        {class: 'map-box'},
        svg(
          'svg',
          {viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'Map of held-out samples'},
          svg('rect', {class: 'ground', x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 8}),
          marks.map(mark => mark.element),
          here ? newcomer(x(here[0]), y(here[1])) : null,
        ),
        card,
      ),
      here ? legend() : null,
    );
    colour();
  }

  function point(mark, description) {
    const show = () => reveal(mark, description);
    return svg(
      'g',
      {
        class: 'point',
        role: 'button',
        tabindex: '-1',
        transform: `translate(${mark.x.toFixed(1)} ${mark.y.toFixed(1)})`,
        'aria-label': label(mark),
        onpointerenter: show,
        onpointerleave: hide,
        onfocus: show,
        onblur: hide,
        onclick: () => chosen(mark.sample, mark.number),
        onkeydown: event => steer(event, mark),
      },
      ...look(mark.sample, description),
    );
  }

  function steer(event, mark) {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      chosen(mark.sample, mark.number);
    } else if (event.key === 'Escape') {
      hide();
    } else if (ARROWS[event.key]) {
      event.preventDefault();
      const next = neighbour(mark, marks, ARROWS[event.key]);
      if (next) {
        mark.element.setAttribute('tabindex', '-1');
        next.element.setAttribute('tabindex', '0');
        next.element.focus();
      }
    }
  }

  function reveal(mark, description) {
    put(
      card,
      thumbnail(mark.sample, description) ?? values(mark.sample, description),
      h(
        'span',
        {},
        mark.sample.p_value === undefined ? `sample ${mark.number}` : `p-value ${number(mark.sample.p_value)}`,
      ),
    );
    const {width, height} = size();
    card.classList.toggle('left', mark.x > width * 0.6);
    card.classList.toggle('above', mark.y > height * 0.5);
    place(card, {x: mark.x / width, y: mark.y / height});
    card.hidden = false;
  }

  function hide() {
    card.hidden = true;
  }

  function colour() {
    for (const {sample, element} of marks) {
      element.classList.toggle('strange', Boolean(line) && sample.p_value !== undefined && isStranger(sample, line));
    }
    body.querySelector('.newcomer')?.classList.toggle('strange', Boolean(line) && isStranger(finding.verdict, line));
  }

  NARROW.addEventListener('change', () => finding && draw());
  return {
    root,
    /** Without a verdict the map shows the held-out samples alone. */
    show(next) {
      finding = next;
      line = next.verdict ? line : null;
      draw();
    },
    line(next) {
      line = next;
      colour();
    },
  };
}

/** Of the small pictures: the map is drawn for each verdict, they are made once. */
const addresses = new WeakMap();

/** Pictures lie on the map themselves; other samples are dots with room to point at. */
function look(sample, description) {
  if (description.kind !== 'picture') {
    return [svg('circle', {class: 'target', r: 11}), svg('circle', {class: 'dot', r: 4.5})];
  }
  if (!addresses.has(sample)) {
    addresses.set(sample, thumbnail(sample, description).toDataURL());
  }
  return [
    svg('image', {href: addresses.get(sample), x: -SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, class: 'pixels'}),
    svg('rect', {class: 'frame', x: -SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, rx: 3}),
  ];
}

function hasPlace({coordinates}) {
  return coordinates?.length >= 2;
}

function label({sample, number: place}) {
  return `Held-out sample ${place}${sample.p_value === undefined ? '' : `, p-value ${number(sample.p_value)}`}`;
}

/** The nearest sample in the direction of an arrow key; sideways distance counts double. */
function neighbour(from, marks, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const mark of marks) {
    const ahead = (mark.x - from.x) * dx + (mark.y - from.y) * dy;
    const aside = Math.abs((mark.x - from.x) * dy) + Math.abs((mark.y - from.y) * dx);
    if (mark !== from && ahead > 0 && ahead + 2 * aside < least) {
      least = ahead + 2 * aside;
      best = mark;
    }
  }
  return best;
}

function scales(samples, here, width, height) {
  const along = (axis, size) => {
    const [low, high] = extent(samples.map(sample => sample.coordinates[axis]));
    const spread = high - low || 1;
    const from = Math.max(Math.min(low, here[axis]), low - BEYOND * spread);
    const to = Math.min(Math.max(high, here[axis]), high + BEYOND * spread);
    return value => MARGIN + (size - 2 * MARGIN) * Math.min(1, Math.max(0, (value - from) / (to - from)));
  };
  const right = along(0, width);
  const down = along(1, height);
  return {x: right, y: value => height - down(value)};
}

/** A diamond, as shape as well as colour tells the new sample from the others. */
function newcomer(x, y) {
  return svg(
    'g',
    {
      class: 'newcomer',
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      role: 'img',
      'aria-label': 'The new sample',
    },
    svg('circle', {class: 'halo', r: 18}),
    svg('path', {d: 'M0 -10 L10 0 L0 10 L-10 0 Z'}),
  );
}

function legend() {
  const item = (look, text) => h('span', {class: 'key'}, h('i', {class: look}), text);
  return h(
    'p',
    {class: 'legend'},
    item('diamond', 'the new sample'),
    item('dot', 'held-out, normal side'),
    item('dot strange', 'held-out, strange side of the line'),
  );
}

function values({values: row}, description) {
  const text = (value, i) => {
    const written = field(value, i, description);
    return typeof written === 'number' ? number(written) : (written ?? 'no value');
  };
  return h(
    'dl',
    {},
    row.slice(0, 8).flatMap((value, i) => [h('dt', {}, description.columns[i] ?? i + 1), h('dd', {}, text(value, i))]),
  );
}
