// Starts the page: chooses detector and view, judges what the intake offers, and shows the finding in all panels.

import * as api from './api.js';
import {agreementPanel} from './agreement.js';
import {showCard} from './card.js';
import {comparePanel} from './compare.js';
import {h} from './dom.js';
import {energiesPanel} from './energies.js';
import {Intake} from './intake.js';
import {LiveView} from './live.js';
import {mapPanel} from './map.js';
import {reasonsPanel} from './reasons.js';
import {scoresPanel} from './scores.js';
import {sightPanel} from './sight.js';
import {verdictPanel} from './verdict.js';
import {capital} from './words.js';

const element = id => document.getElementById(id);
const VIEWS = ['judge', 'live', 'detector'];

let detectors = [];
let description = null;
let gallery = null;
let opening = null;
let judging = null;

const descriptions = new Map();
const liveView = new LiveView(element('live'));
const intake = new Intake(element('intake'), {judge, stored: showStored, failed: fail});
const columns = [
  [sightPanel(), reasonsPanel()],
  [scoresPanel(), energiesPanel()],
];
const map = mapPanel((sample, number) => intake.pick(sample, `Held-out sample ${number}`));
const below = [map, agreementPanel(), comparePanel(describe)];
const panels = [...columns.flat(), ...below];
const verdict = verdictPanel(line => panels.forEach(panel => panel.line?.(line)));
const welcome = h(
  'section',
  {class: 'panel welcome', 'aria-labelledby': 'welcome'},
  h('h2', {id: 'welcome'}, 'Is it a stranger?'),
  h(
    'p',
    {},
    'Give the detector a sample. It tells you whether the sample is like the data that it learned from, ' +
      'how rare that is among normal samples, and why.',
  ),
);

function describe(name) {
  if (!descriptions.has(name)) {
    descriptions.set(
      name,
      api.describe(name).catch(failure => {
        descriptions.delete(name);
        throw failure;
      }),
    );
  }
  return descriptions.get(name);
}

function fail(message) {
  element('trouble').replaceChildren(...(message ? [h('p', {class: 'notice'}, capital(message))] : []));
}

async function judge(input) {
  judging?.abort();
  judging = new AbortController();
  const {signal} = judging;
  element('findings').setAttribute('aria-busy', 'true');
  try {
    const answer = await api.judge(description.name, input, signal);
    if (answer.version !== description.version) {
      await refresh();
    }
    fail(null);
    show({description, gallery, all: detectors, input, verdict: answer.verdict});
  } catch (failure) {
    if (!signal.aborted) {
      rest();
      fail(failure.message);
    }
  }
}

/** The file was replaced while the page was open. */
async function refresh() {
  descriptions.delete(description.name);
  [description, gallery] = await Promise.all([describe(description.name), api.gallery(description.name)]);
}

/** A small copy from the gallery comes with the verdict on the whole sample. */
function showStored(sample) {
  judging?.abort();
  fail(null);
  show({
    description,
    gallery,
    all: detectors,
    input: null,
    copy: sample,
    verdict: {score: sample.score, p_value: sample.p_value, energies: {}, coordinates: sample.coordinates},
  });
}

function show(finding) {
  intake.sample = finding.verdict.explanation?.sample ?? null;
  panels.forEach(panel => panel.show(finding));
  // The verdict comes last, as it tells the other panels where the line is.
  verdict.show(finding);
  if (!verdict.root.isConnected) {
    element('findings').replaceChildren(verdict.root, arranged());
  }
  element('findings').removeAttribute('aria-busy');
  reveal(verdict.root);
}

function arranged() {
  const roots = some => some.map(panel => panel.root);
  return h(
    'div',
    {class: 'panels'},
    columns.map(column => h('div', {class: 'column'}, roots(column))),
    roots(below),
  );
}

/** On a phone the verdict is below the sample. Whoever draws wants to keep drawing. */
function reveal(root) {
  if (root.getBoundingClientRect().top > innerHeight - 120 && !intake.isDrawing()) {
    root.scrollIntoView({
      block: 'start',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
  }
}

/** Before a verdict, and after an input that has none. */
function rest() {
  map.show({description, gallery, verdict: null});
  element('findings').replaceChildren(welcome, map.root);
  element('findings').removeAttribute('aria-busy');
}

async function openDetector(name) {
  const mine = (opening = {});
  judging?.abort();
  try {
    const answers = await Promise.all([describe(name), api.gallery(name)]);
    // Whoever chooses quickly gets the last choice, not the last answer.
    if (mine !== opening) {
      return;
    }
    [description, gallery] = answers;
    fail(null);
    rest();
    intake.open(description, gallery);
    showView();
  } catch (failure) {
    fail(failure.message);
  }
}

function showView() {
  const asked = location.hash.slice(1);
  const view = VIEWS.includes(asked) ? asked : VIEWS.find(name => !element(`view-${name}`).hidden);
  for (const name of VIEWS) {
    element(`view-${name}`).hidden = name !== view;
    const link = document.querySelector(`nav a[href="#${name}"]`);
    link.toggleAttribute('aria-current', name === view);
    if (name === view) {
      link.setAttribute('aria-current', 'page');
    }
  }
  liveView.watch(view === 'live' ? description?.name : null);
  if (view === 'detector' && description) {
    showCard(element('card'), description);
  }
}

async function start() {
  try {
    detectors = await api.detectors();
  } catch (failure) {
    fail(failure.message);
    element('trouble').append(h('button', {type: 'button', onclick: start}, 'Try again'));
    return;
  }
  if (detectors.length === 0) {
    fail('This server has no detector yet. Put a detector file into its folder, then reload the page.');
    return;
  }
  const choice = element('detectors');
  choice.replaceChildren(...detectors.map(({name}) => h('option', {value: name}, name)));
  choice.addEventListener('change', () => openDetector(choice.value));
  element('choice').hidden = false;
  await openDetector(choice.value);
}

window.addEventListener('hashchange', showView);
start();
