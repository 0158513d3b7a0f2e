// The stream: share of strangers, drift, latency and the latest strangers, asked for each second while it is looked at.

import {drift, live, resetDrift} from './api.js';
import {h, panel, put, svg} from './dom.js';
import {driftPanel} from './drift.js';
import {sparkline} from './spark.js';
import {count, number, percent} from './words.js';

const EVERY = 1000;
const SECONDS = 120;

export class LiveView {
  constructor(root) {
    this.notice = h('p', {class: 'notice', role: 'alert'});
    this.tiles = h('dl', {class: 'tiles'});
    this.traffic = panel('Samples each second', '', 'Blue: normal. Orange: strangers. The last two minutes.');
    this.latency = panel('Latency', '', 'Solid: the median of each second. Dashed: 99 of 100 requests are faster.');
    this.drift = driftPanel(() => this.resetDrift());
    this.latest = latestPanel();
    const panels = [this.traffic, this.drift, this.latency, this.latest].map(({root: each}) => each);
    root.append(this.notice, this.tiles, h('div', {class: 'cards two'}, panels));
    document.addEventListener('visibilitychange', () => this.restart());
  }

  /** Starts or stops the view; without a name it stops. */
  watch(name) {
    if (name !== this.name) {
      this.drift.forget();
    }
    this.name = name;
    this.restart();
  }

  restart() {
    clearTimeout(this.timer);
    this.stop?.abort();
    if (this.name && document.visibilityState === 'visible') {
      this.stop = new AbortController();
      this.ask(this.stop.signal);
    }
  }

  async ask(signal) {
    try {
      const answers = await Promise.all([live(this.name, signal), drift(this.name, signal)]);
      if (!signal.aborted) {
        this.notice.textContent = '';
        this.show(...answers);
      }
    } catch (failure) {
      if (!signal.aborted) {
        this.notice.textContent = failure.message;
      }
    }
    if (!signal.aborted) {
      this.timer = setTimeout(() => this.ask(signal), EVERY);
    }
  }

  async resetDrift() {
    try {
      await resetDrift(this.name);
      this.drift.forget();
      this.restart();
    } catch (failure) {
      this.notice.textContent = failure.message;
    }
  }

  show(stream, monitor) {
    const seconds = everySecond(stream.seconds);
    put(this.tiles, tiles(stream, monitor, seconds.slice(-10)));
    put(this.traffic.body, traffic(seconds));
    put(this.latency.body, latency(stream.seconds.at(-1), seconds));
    this.drift.show(monitor);
    this.latest.show(stream.strangers_lately);
  }
}

/** The last two minutes without gaps: seconds in which nothing came are not sent. */
function everySecond(seconds) {
  const now = Math.max(Math.floor(Date.now() / 1000), seconds.at(-1)?.time ?? 0);
  const known = new Map(seconds.map(second => [second.time, second]));
  return Array.from(
    {length: SECONDS},
    (_, i) => known.get(now - SECONDS + 1 + i) ?? {requests: 0, samples: 0, strangers: 0},
  );
}

const sum = (seconds, what) => seconds.reduce((total, second) => total + second[what], 0);

function tiles({samples, strangers}, {drifted}, recent) {
  const share = samples > 0 ? percent(Number((strangers / samples).toPrecision(3))) : 'none yet';
  return [
    tile('Samples', count(samples), 'since the start'),
    tile('Strangers', count(strangers), share),
    tile('Lately', number(sum(recent, 'samples') / recent.length), 'samples a second'),
    drifted ? tile('Drift', 'Yes', 'the stream has changed', 'alarm') : tile('Drift', 'No', 'no change was found'),
  ];
}

function tile(name, value, note, look = '') {
  return h('div', {class: `tile ${look}`}, h('dt', {}, name), h('dd', {class: 'big'}, value), h('dd', {}, note));
}

function traffic(seconds) {
  const most = Math.max(...seconds.map(second => second.samples));
  if (most === 0) {
    return h('p', {class: 'empty'}, 'No samples in the last two minutes.');
  }
  const bar = (x, from, to, look) =>
    to > from &&
    svg('rect', {class: look, x, width: 0.8, y: 100 - (100 * to) / most, height: (100 * (to - from)) / most});
  const bars = seconds.map(({samples, strangers}, i) => [
    bar(i + 0.1, strangers, samples, ''),
    bar(i + 0.1, 0, strangers, 'strange'),
  ]);
  const label = `${count(sum(seconds, 'samples'), 'sample')}, ${count(sum(seconds, 'strangers'), 'stranger')}`;
  const frame = {viewBox: `0 0 ${SECONDS} 100`, preserveAspectRatio: 'none', 'aria-hidden': 'true'};
  return [
    h('div', {class: 'histogram', role: 'img', 'aria-label': `In two minutes ${label}`}, svg('svg', frame, bars)),
    ends('2 minutes ago', `at most ${count(most)}`, 'now'),
  ];
}

function ends(...texts) {
  return h(
    'p',
    {class: 'ends'},
    texts.map(text => h('span', {}, text)),
  );
}

function latency(last, seconds) {
  if (!last) {
    return h('p', {class: 'empty'}, 'No requests in the last two minutes.');
  }
  const lines = [
    {values: seconds.map(second => second.p50_ms ?? NaN)},
    {values: seconds.map(second => second.p99_ms ?? NaN), look: 'dashed'},
  ];
  const words = `Lately ${number(last.p50_ms)} ms at the median, ${number(last.p99_ms)} ms at 99 of 100.`;
  const most = Math.max(...seconds.map(second => second.p99_ms ?? 0));
  return [
    h('div', {class: 'histogram'}, sparkline(lines, {height: 160, from: 0, label: `Latency. ${words}`})),
    ends('2 minutes ago', `at most ${number(most)} ms`, 'now'),
    h('p', {class: 'guide'}, words),
  ];
}

/** Written only when there is a new stranger, so that a person can scroll in it. */
function latestPanel() {
  const {root, body} = panel('Latest strangers', '');
  let shown = null;
  return {
    root,
    show(strangers) {
      const key = JSON.stringify(strangers);
      if (key !== shown) {
        shown = key;
        put(body, strangers.length > 0 ? table(strangers) : h('p', {class: 'empty'}, 'No stranger yet.'));
      }
    },
  };
}

function table(strangers) {
  const time = text => new Date(text).toLocaleTimeString('en', {hour12: false});
  const row = stranger =>
    h(
      'tr',
      {},
      h('th', {scope: 'row'}, time(stranger.time)),
      h('td', {}, number(stranger.p_value)),
      h('td', {}, number(stranger.score)),
    );
  const head = ['Time', 'p-value', 'Score'].map(text => h('th', {scope: 'col'}, text));
  return h(
    'div',
    {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Latest strangers'},
    h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, strangers.map(row))),
  );
}
