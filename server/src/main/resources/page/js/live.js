// The stream: share of strangers, drift, latency and the latest strangers, asked for each second while it is looked at.

import {drift, live, resetDrift} from './api.js';
import {h, panel, place, put, svg} from './dom.js';
import {sparkline} from './spark.js';
import {count, number, percent} from './words.js';

const EVERY = 1000;
const SECONDS = 120;

export class LiveView {
  constructor(root) {
    this.root = root;
    this.timer = null;
    this.build();
    document.addEventListener('visibilitychange', () => this.restart());
  }

  /** Starts or stops the view; the name of no detector stops it. */
  watch(name) {
    if (this.name !== name) {
      this.evidence = [];
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
      const [stream, monitor] = await Promise.all([live(this.name, signal), drift(this.name, signal)]);
      if (signal.aborted) {
        return;
      }
      this.notice.textContent = '';
      this.show(stream, monitor);
    } catch (failure) {
      if (signal.aborted) {
        return;
      }
      this.notice.textContent = failure.message;
    }
    this.timer = setTimeout(() => this.ask(signal), EVERY);
  }

  build() {
    this.notice = h('p', {class: 'notice', role: 'alert'});
    this.tiles = h('dl', {class: 'tiles'});
    this.traffic = panel('Samples each second', '', 'Blue: normal. Orange: strangers. The last two minutes.');
    this.latency = panel('Latency', '', 'Solid: the median of each second. Dashed: 99 of 100 requests are faster.');
    this.drift = panel('Drift', '');
    this.latest = panel('Latest strangers', '');
    this.root.append(this.notice, this.tiles, h('div', {class: 'cards two'},
      this.traffic.root, this.drift.root, this.latency.root, this.latest.root));
  }

  show(stream, monitor) {
    const seconds = everySecond(stream.seconds);
    const recent = seconds.slice(-10);
    put(this.tiles,
      tile('Samples', count(stream.samples), 'since the start'),
      tile('Strangers', count(stream.strangers), stream.samples ? percent(share(stream)) : 'none yet', 'strangers'),
      tile('Lately', number(sum(recent, 'samples') / recent.length), 'samples a second'),
      tile('Drift', monitor.drifted ? 'Yes' : 'No', monitor.drifted ? 'the stream has changed' : 'the stream looks as in training',
        monitor.drifted ? 'alarm' : ''));
    this.showTraffic(seconds);
    this.showLatency(stream.seconds);
    this.showDrift(monitor);
    this.showLatest(stream.strangers_lately);
  }

  showTraffic(seconds) {
    const most = Math.max(...seconds.map(second => second.samples));
    if (most === 0) {
      put(this.traffic.body, h('p', {class: 'empty'}, 'No samples in the last two minutes.'));
      return;
    }
    const bar = (from, to, i, look) => to > from && svg('rect',
      {class: look, x: i + 0.1, width: 0.8, y: 100 - 100 * to / most, height: 100 * (to - from) / most});
    put(this.traffic.body,
      h('div', {class: 'histogram', role: 'img',
        'aria-label': `At most ${count(most, 'sample')} a second; ${count(sum(seconds, 'strangers'))} strangers in two minutes`},
      svg('svg', {viewBox: `0 0 ${SECONDS} 100`, preserveAspectRatio: 'none', 'aria-hidden': 'true'}, seconds.map((second, i) => [
        bar(second.strangers, second.samples, i, ''), bar(0, second.strangers, i, 'strange')]))),
      h('p', {class: 'ends'}, h('span', {}, '2 minutes ago'), h('span', {}, `at most ${count(most)}`), h('span', {}, 'now')));
  }

  showLatency(seconds) {
    const busy = seconds.filter(second => second.requests > 0);
    if (busy.length === 0) {
      put(this.latency.body, h('p', {class: 'empty'}, 'No requests in the last two minutes.'));
      return;
    }
    const last = busy.at(-1);
    put(this.latency.body,
      sparkline([{values: busy.map(second => second.p50_ms)}, {values: busy.map(second => second.p99_ms), look: 'dashed'}],
        {height: 160, from: 0, label: `Latency, lately ${number(last.p50_ms)} ms at the median`}),
      h('p', {class: 'guide'}, `Lately ${number(last.p50_ms)} ms at the median, ${number(last.p99_ms)} ms at 99 of 100.`));
  }

  showDrift(monitor) {
    const {evidence, alarm_line: line, window} = monitor;
    if (evidence !== null) {
      this.evidence = [...this.evidence, evidence].slice(-SECONDS);
    }
    const known = evidence !== null;
    put(this.drift.body,
      h('p', {}, monitor.drifted
        ? `The stream differs from the training data since sample ${count(monitor.alarms[0]?.after_samples ?? monitor.samples)}.`
        : known ? 'No alarm. The evidence for a change is below its line.' : 'No samples yet. Requests to the service are watched.'),
      known ? h('div', {class: `meter ${evidence >= line ? 'alarm' : ''}`, role: 'img',
        'aria-label': `Evidence 10 to the power of ${number(evidence)}; the alarm line is ${number(line)}`},
      place(h('span', {class: 'level'}), {x: Math.min(1, Math.max(0, evidence / (1.5 * line)))}),
      place(h('span', {class: 'border'}), {x: 1 / 1.5})) : null,
      known ? h('p', {class: 'ends'}, h('span', {}, `evidence 10^${number(evidence)}`), h('span', {}, `alarm at 10^${number(line)}`)) : null,
      this.evidence.length > 1 ? sparkline([{values: this.evidence}, {values: this.evidence.map(() => line), look: 'dashed'}],
        {height: 80, label: 'Evidence since this view was opened, and the alarm line'}) : null,
      h('p', {class: 'guide'}, `Of the last ${count(window.samples, 'sample')}, ${count(window.flagged)} were strangers ` +
        `(the window holds ${count(window.length)}).`),
      monitor.alarms.length > 0 ? h('ul', {class: 'alarms'}, monitor.alarms.map(alarm => h('li', {},
        `${time(alarm.time)}: ${alarm.test} test, after ${count(alarm.after_samples, 'sample')}`))) : null,
      monitor.samples > 0 ? this.resetButton() : null);
  }

  /** Made once, so that it keeps the focus while the numbers around it change. */
  resetButton() {
    this.reset ??= h('button', {type: 'button', onclick: async () => {
      await resetDrift(this.name).catch(failure => { this.notice.textContent = failure.message; });
      this.evidence = [];
      this.restart();
    }}, 'Start a new drift monitor');
    return this.reset;
  }

  showLatest(strangers) {
    put(this.latest.body, strangers.length === 0
      ? h('p', {class: 'empty'}, 'No stranger yet.')
      : h('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Latest strangers'}, h('table', {},
        h('thead', {}, h('tr', {}, ['Time', 'p-value', 'Score'].map(text => h('th', {scope: 'col'}, text)))),
        h('tbody', {}, strangers.map(stranger => h('tr', {}, h('th', {scope: 'row'}, time(stranger.time)),
          h('td', {}, number(stranger.p_value)), h('td', {}, number(stranger.score))))))));
  }
}

/** The last two minutes without gaps: seconds in which nothing came are not sent. */
function everySecond(seconds) {
  const now = Math.max(Math.floor(Date.now() / 1000), seconds.at(-1)?.time ?? 0);
  const known = new Map(seconds.map(second => [second.time, second]));
  return Array.from({length: SECONDS}, (_, i) =>
    known.get(now - SECONDS + 1 + i) ?? {time: now - SECONDS + 1 + i, requests: 0, samples: 0, strangers: 0});
}

const sum = (seconds, what) => seconds.reduce((total, second) => total + second[what], 0);
const share = ({samples, strangers}) => Number((strangers / samples).toPrecision(3));
const time = text => new Date(text).toLocaleTimeString('en', {hour12: false});

function tile(name, value, note, look = '') {
  return h('div', {class: `tile ${look}`}, h('dt', {}, name), h('dd', {class: 'big'}, value), h('dd', {}, note));
}
