// The drift monitor: its evidence against the line at which it gives an alarm.

import {h, panel, place, put} from './dom.js';
import {sparkline} from './spark.js';
import {count, moment, number} from './words.js';

/** As long as the live view looks back, with one answer a second. */
const KEPT = 120;

/** The scale of the evidence ends at so many times the line. */
const SCALE = 1.5;

/** Calls `restarted()` when a person wants a new monitor. */
export function driftPanel(restarted) {
  const {root, body} = panel('Drift', '');
  const facts = h('div');
  // Outside of what is written each second, so that it keeps the focus.
  const restart = h('button', {type: 'button', hidden: true, onclick: restarted}, 'Start a new drift monitor');
  body.append(facts, restart);
  let past = [];
  return {
    root,
    forget() {
      past = [];
    },
    show(monitor) {
      const {evidence, alarm_line: line} = monitor;
      if (evidence !== null) {
        past = [...past, evidence].slice(-KEPT);
      }
      const known = evidence !== null && [meter(evidence, line), history(past, line)];
      put(facts, h('p', {}, sentence(monitor)), known, strangers(monitor.window), alarms(monitor.alarms));
      restart.hidden = monitor.samples === 0;
    },
  };
}

function sentence({drifted, evidence, alarms}) {
  if (drifted) {
    const first = Math.min(...alarms.map(alarm => alarm.after_samples));
    return `The stream differs from the training data. The first alarm came after ${count(first, 'sample')}.`;
  }
  return evidence === null
    ? 'No samples yet. Requests to the service are watched.'
    : 'No alarm. The evidence for a change is below its line.';
}

function meter(evidence, line) {
  const level = Math.min(1, Math.max(0, evidence / (SCALE * line)));
  const label = `Evidence 10 to the power of ${number(evidence)}; the alarm line is ${number(line)}`;
  return [
    h(
      'div',
      {class: `meter ${evidence >= line ? 'alarm' : ''}`, role: 'img', 'aria-label': label},
      place(h('span', {class: 'level'}), {x: level}),
      place(h('span', {class: 'border'}), {x: 1 / SCALE}),
    ),
    h('p', {class: 'ends'}, h('span', {}, 'evidence ', power(evidence)), h('span', {}, 'alarm at ', power(line))),
  ];
}

function power(exponent) {
  return ['10', h('sup', {}, number(exponent))];
}

function history(past, line) {
  const lines = [{values: past}, {values: past.map(() => line), look: 'dashed'}];
  return past.length > 1 && sparkline(lines, {height: 80, label: 'Evidence lately, and the alarm line'});
}

function strangers({length, samples, flagged}) {
  const words = `Of the last ${count(samples, 'sample')}, ${count(flagged)} were strangers`;
  return h('p', {class: 'guide'}, `${words} (the window holds ${count(length)}).`);
}

function alarms(given) {
  const words = ({test, after_samples: after, time}) =>
    `${moment(time)}: ${test} test, after ${count(after, 'sample')}`;
  return (
    given.length > 0 &&
    h(
      'ul',
      {class: 'alarms'},
      given.map(alarm => h('li', {}, words(alarm))),
    )
  );
}
