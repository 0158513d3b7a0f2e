// What every view must hold to: nothing is wider than the window, and axe-core finds no barrier.

import assert from 'node:assert/strict';
import {mkdir, readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const shots = process.env.STRANGER_SHOTS;

/** A phone and a screen, by day and by night. */
export const sizes = [360, 1280].flatMap(width => ['light', 'dark'].map(colorScheme => ({width, colorScheme})));

/** With STRANGER_SHOTS=DIR, a picture of the page is kept there under this name. */
export async function assertReadable(page, name) {
  assert.deepEqual(await barriers(page), [], name);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(tooWide <= 0, `${name} is ${tooWide} px wider than the window`);
  if (shots) {
    await mkdir(shots, {recursive: true});
    await page.screenshot({path: `${shots}/${name}.png`, fullPage: true});
  }
}

/** What axe-core finds serious or critical, as lines to read. */
async function barriers(page) {
  await page.evaluate(axe);
  const {violations} = await page.evaluate(() => globalThis.axe.run(document));
  return violations
    .filter(({impact}) => ['serious', 'critical'].includes(impact))
    .flatMap(({id, nodes}) => nodes.map(node => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
}
