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
