// The same input judged by another detector, side by side.

import {judge} from './api.js';
import {h, panel} from './dom.js';
import {lineAt, isStranger} from './bound.js';
import {sight} from './sight.js';
import {capital, number, percent, rarity} from './words.js';

/** `describe(name)` gives the description of a detector. */
export function comparePanel(describe) {
  const {root, body} = panel('Compare two detectors', 'compare');
  const choice = h('select', {id: 'second', onchange: () => compare()});
  const sides = h('div', {class: 'sides', role: 'status'});
  body.append(h('label', {class: 'choice', for: 'second'}, h('span', {}, 'Second opinion of'), ' ', choice), sides);
  let finding = null;
  let line = null;
  let offered = null;

  /** Only detectors that take the same input; the server fits a picture to any size. */
  function offer({description, all}) {
    const others = all.filter(
      other =>
        other.name !== description.name &&
        other.kind === description.kind &&
        (other.kind === 'picture' || other.shape.join() === description.shape.join()),
    );
    root.hidden = others.length === 0;
    choice.replaceChildren(
      h('option', {value: ''}, 'nobody'),
      ...others.map(other => h('option', {value: other.name}, other.name)),
    );
  }

  async function compare() {
    const asked = finding;
    const name = choice.value;
    const current = () => asked === finding && name === choice.value;
    if (!name || !asked.input) {
      sides.replaceChildren(
        ...(name ? [h('p', {class: 'empty'}, 'This is a small copy. Judge a whole sample to compare.')] : []),
      );
      return;
    }
    try {
      const [description, {verdict}] = await Promise.all([describe(name), judge(name, asked.input)]);
      if (current()) {
        const other = {description, verdict};
        sides.replaceChildren(side(asked, line), side(other, lineAt(description, description.guarantee.false_alarm)));
      }
    } catch (failure) {
      if (current()) {
        sides.replaceChildren(h('p', {class: 'notice'}, failure.message));
      }
    }
  }

  return {
    root,
    show(next) {
      finding = next;
      // A new detector has other companions.
      if (offered !== next.description) {
        offered = next.description;
        offer(next);
      }
      if (!root.hidden) {
        compare();
      }
    },
    line(next) {
      line = next;
      const first = sides.querySelector('article');
      first?.replaceWith(side(finding, line));
    },
  };
}

function side({description, verdict}, line) {
  const strange = isStranger(verdict, line);
  const reason = verdict.explanation?.reasons?.[0];
  return h(
    'article',
    {class: strange ? 'strange' : 'normal', 'data-detector': description.name},
    h('h3', {}, description.name),
    h('p', {class: 'say'}, strange ? 'A stranger' : 'Normal'),
    h('p', {class: 'guide'}, rarity(verdict.p_value, description.held_out.count)),
    h(
      'dl',
      {class: 'facts'},
      h('dt', {}, 'p-value'),
      h('dd', {}, number(verdict.p_value)),
      h('dt', {}, 'Line'),
      h('dd', {}, `${number(line.pValue)} at ${percent(line.rate)}`),
      h('dt', {}, 'Score'),
      h('dd', {}, number(verdict.score)),
      reason
        ? [
            h('dt', {}, 'Mostly'),
            h('dd', {}, `${capital(reason.statistic)} (${percent(Number(reason.share.toPrecision(2)))})`),
          ]
        : null,
    ),
    verdict.explanation && description.kind !== 'table' ? sight(description, verdict.explanation, line) : null,
  );
}
