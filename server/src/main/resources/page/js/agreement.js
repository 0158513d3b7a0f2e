// The switch that judges the same input in the browser, and shows that both agree.

import {h, panel} from './dom.js';
import {isStranger} from './bound.js';
import {judgeHere} from './browser.js';
import {Obstacle, obstacle} from './feed.js';
import {energyName, number} from './words.js';

/** As closely as a detector file must reproduce its own test vectors. */
const TOLERANCE = 1e-3;

export function agreementPanel() {
  const {root, body} = panel(
    'Judged in this browser',
    'agreement',
    'The detector is one file that any ONNX runtime can run. Switch this on to run it here, without the server.',
  );
  const toggle = h(
    'button',
    {type: 'button', role: 'switch', 'aria-checked': 'false', class: 'switch', onclick: flip},
    h('i', {'aria-hidden': 'true'}),
    'Judge in this browser',
  );
  const result = h('div', {role: 'status'});
  body.append(toggle, result);
  let finding = null;
  let line = null;
  let here = null;
  /** Why a detector cannot be run here, by its version: some reasons are known when its file is there. */
  const obstacles = new Map();

  /** Whether the switch may be used, and if not, why. */
  function offer({description}) {
    const reason = obstacles.get(description.version) ?? obstacle(description);
    toggle.disabled = Boolean(reason);
    if (reason) {
      toggle.setAttribute('aria-checked', 'false');
      result.replaceChildren(h('p', {class: 'empty'}, reason));
    } else if (toggle.getAttribute('aria-checked') !== 'true') {
      result.replaceChildren();
    }
  }

  function flip() {
    const on = toggle.getAttribute('aria-checked') !== 'true';
    toggle.setAttribute('aria-checked', on);
    result.replaceChildren();
    return on ? compare() : null;
  }

  async function compare() {
    const asked = finding;
    const sample = asked.verdict.explanation?.sample;
    if (!sample) {
      result.replaceChildren(
        h('p', {class: 'empty'}, 'This is a small copy with a stored verdict. Judge another sample.'),
      );
      return;
    }
    if (!here) {
      result.replaceChildren(h('p', {class: 'busy'}, 'Loading ONNX Runtime and the detector …'));
    }
    try {
      const verdict = await judgeHere(asked.description, sample);
      if (asked === finding) {
        here = verdict;
        tell();
      }
    } catch (failure) {
      if (failure instanceof Obstacle) {
        obstacles.set(asked.description.version, failure.message);
      }
      if (asked !== finding) {
        return;
      }
      if (failure instanceof Obstacle) {
        offer(finding);
        return;
      }
      result.replaceChildren(h('p', {class: 'notice'}, `This browser cannot run the detector: ${failure.message}`));
    }
  }

  function tell() {
    const {description, verdict} = finding;
    const agree =
      agrees(verdict, here, description.held_out.count) && isStranger(verdict, line) === isStranger(here, line);
    const rows = [
      ['Score', verdict.score, here.score],
      ['p-value', verdict.p_value, here.p_value],
      ...Object.keys(verdict.energies).map(name => [energyName(name), verdict.energies[name], here.energies[name]]),
    ];
    result.replaceChildren(
      h(
        'p',
        {class: `agree ${agree ? 'good' : 'bad'}`},
        agree
          ? `Both agree: ${isStranger(here, line) ? 'a stranger' : 'normal'}.`
          : 'They differ. Please report this with the browser and its version.',
      ),
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['', 'Server', 'Browser'].map(text => (text ? h('th', {scope: 'col'}, text) : h('td'))),
          ),
        ),
        h(
          'tbody',
          {},
          rows.map(([name, there, now]) =>
            h('tr', {}, h('th', {scope: 'row'}, name), h('td', {}, precise(there)), h('td', {}, precise(now))),
          ),
        ),
      ),
      h('p', {class: 'guide'}, `The browser took ${number(here.milliseconds)} ms.`),
    );
    result.dataset.score = here.score;
    result.dataset.pValue = here.p_value;
  }

  return {
    root,
    show(next) {
      finding = next;
      here = null;
      offer(finding);
      if (toggle.getAttribute('aria-checked') === 'true') {
        compare();
      }
    },
    line(next) {
      line = next;
      if (here) {
        tell();
      }
    },
  };
}

/** A rounded score may pass one held-out score, which moves the p-value by one rank. */
function agrees(there, here, heldOut) {
  const close = (a, b) => Math.abs(a - b) <= TOLERANCE * (Math.abs(a) + 1e-3);
  return (
    close(there.score, here.score) &&
    Math.abs(there.p_value - here.p_value) < 1.5 / (heldOut + 1) &&
    Object.keys(there.energies).every(name => close(there.energies[name], here.energies[name]))
  );
}

/** More digits than elsewhere, as the point is that they are the same. */
function precise(value) {
  return String(Number(value.toPrecision(5)));
}
