import assert from 'node:assert/strict';
import {test} from 'node:test';
import {give, open, picture, verdict, withBrowser} from './chromium.js';
import {assertReadable, sizes} from './look.js';

withBrowser();

for (const {width, colorScheme} of sizes) {
  test(`all views can be read and used at ${width} px, ${colorScheme}`, async t => {
    const page = await open(t, {width, colorScheme});
    const look = name => assertReadable(page, `${name}-${width}-${colorScheme}`);
    await look('empty');
    for (const name of ['normal', 'stranger']) {
      await give(page, 'drop', `${name}.png`, await picture(name), 'image/png');
      await page.waitForFunction(
        text => document.querySelector('.verdict h2')?.textContent === text,
        name === 'normal' ? 'This looks normal' : 'This is a stranger',
      );
      await verdict(page);
      await look(name);
    }
    await page.click('button:text-is("Draw")');
    await look('draw');
    for (const view of ['live', 'detector']) {
      await page.click(`nav a[href="#${view}"]`);
      await page.waitForSelector(view === 'live' ? '.tile' : '#card .lead');
      await look(view);
    }
    assert.deepEqual(page.complaints, []);
  });
}

test('the samples of the map can be reached with the arrow keys', async t => {
  const page = await open(t);
  const points = page.locator('.map .point');
  if ((await points.count()) < 2) {
    return t.skip('the detector was trained without a gallery');
  }
  await points.first().focus();
  await page.waitForSelector('.map-card:not([hidden])');
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key);
  }
  const chosen = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  assert.match(chosen, /^Held-out sample/);
  await page.keyboard.press('Enter');
  await verdict(page);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), chosen, 'the focus stays');
});

test('a server that is gone is said to be gone', async t => {
  const page = await open(t);
  await page.route('**/v1/**', route => route.abort());
  await give(page, 'drop', 'normal.png', await picture('normal'), 'image/png');
  await page.waitForSelector('#trouble .notice');
  assert.match(await page.textContent('#trouble'), /The server does not answer/);
});
