import assert from 'node:assert/strict';
import {test} from 'node:test';
import {ask, open, picture, withBrowser} from './chromium.js';

withBrowser();

const number = async (page, tile) =>
  Number((await page.textContent(`.tile:has(dt:text-is("${tile}")) .big`)).replaceAll(',', ''));

test('the live view counts samples and strangers while requests arrive', async t => {
  const page = await open(t);
  await page.click('nav a[href="#live"]');
  await page.waitForSelector('.tile');
  const [samples, strangers] = [await number(page, 'Samples'), await number(page, 'Strangers')];
  const [normal, strange] = [await picture('normal'), await picture('stranger')];
  for (const bytes of [normal, strange, normal, normal, strange]) {
    await ask(bytes, 'image/png', 'watch=true');
  }
  await page.waitForFunction(
    expected =>
      [...document.querySelectorAll('.tile')].some(
        tile =>
          tile.textContent.startsWith('Samples') &&
          Number(tile.querySelector('.big').textContent.replaceAll(',', '')) === expected,
      ),
    samples + 5,
  );
  assert.equal(await number(page, 'Strangers'), strangers + 2);
  assert.ok((await page.locator('.histogram rect.strange').count()) > 0, 'the strangers are in the chart');
  assert.ok((await page.locator('tbody tr').count()) >= 2, 'the latest strangers are listed');
  assert.match(await page.textContent('#live'), /ms at the median/);
  assert.deepEqual(page.complaints, []);
});

test('latencies are shown when they were, also the only one', async t => {
  const page = await open(t);
  const now = Math.floor(Date.now() / 1000);
  const second = {requests: 1, samples: 1, strangers: 0, p50_ms: 2, p99_ms: 3};
  for (const ago of [[60], [90, 60]]) {
    await page.route(/v1\/live/, async route => {
      const response = await route.fetch();
      const seconds = ago.map(each => ({...second, time: now - each}));
      await route.fulfill({response, json: {...(await response.json()), seconds}});
    });
    await page.click('nav a[href="#live"]');
    await page.waitForFunction(() => document.querySelector('.spark .line')?.getBBox().width > 0);
    const share = await page.evaluate(() => {
      const box = document.querySelector('.spark .line').getBBox();
      return (box.x + box.width) / document.querySelector('.spark').viewBox.baseVal.width;
    });
    assert.ok(share > 0.4 && share < 0.6, `the last was a minute ago, the line ends at ${share}`);
    await page.click('nav a[href="#judge"]');
    await page.unrouteAll({behavior: 'wait'}); // one may be on its way when the page closes
  }
});

test('what is tried on the page is no part of the stream', async t => {
  const page = await open(t);
  await page.click('nav a[href="#live"]');
  await page.waitForSelector('.tile');
  const before = await number(page, 'Samples');
  await page.click('nav a[href="#judge"]');
  await page.setInputFiles('#file', {name: 'a.png', mimeType: 'image/png', buffer: await picture('stranger')});
  await page.waitForSelector('.verdict');
  await page.click('nav a[href="#live"]');
  await page.waitForTimeout(1500);
  assert.equal(await number(page, 'Samples'), before);
});

test('the card tells guarantee and origin of the detector', async t => {
  const page = await open(t, {path: '/#detector'});
  await page.waitForSelector('#card .lead');
  assert.match(await page.textContent('#card .lead'), /Of normal samples it flags at most/);
  assert.match(await page.textContent('#card'), /[0-9a-f]{64}/);
});
