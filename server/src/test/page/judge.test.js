import assert from 'node:assert/strict';
import {test} from 'node:test';
import {ask, detectors, give, judgedSample, open, picture, verdict, withBrowser, words} from './chromium.js';

withBrowser();

for (const name of ['normal', 'stranger']) {
  test(`a dropped ${name} picture gets the verdict of the service`, async t => {
    const page = await open(t);
    const bytes = await picture(name);
    await give(page, 'drop', `${name}.png`, bytes, 'image/png');
    const said = (await ask(bytes, 'image/png')).verdicts[0];
    assert.equal(said.ood, name === 'stranger', 'the sample is what its name says');
    const shown = await verdict(page, said.p_value);
    assert.equal(shown.words, words(said.ood));
    assert.ok(Math.abs(shown.score - said.score) <= 1e-4 * Math.abs(said.score));
    assert.deepEqual(page.complaints, []);
  });
}

test('a pasted picture is judged like a dropped one', async t => {
  const page = await open(t);
  const bytes = await picture('stranger');
  await give(page, 'paste', 'image.png', bytes, 'image/png');
  const said = (await ask(bytes, 'image/png')).verdicts[0];
  assert.equal((await verdict(page, said.p_value)).words, words(said.ood));
});

test('a drawing is judged after each stroke', async t => {
  const page = await open(t);
  const judged = [];
  await page.click('button:text-is("Draw")');
  const box = await page.locator('.drawing').boundingBox();
  for (const share of [0.3, 0.6]) {
    await page.mouse.move(box.x + 0.2 * box.width, box.y + share * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.8 * box.width, box.y + share * box.height, {steps: 8});
    const answer = page.waitForResponse(/v1\/judge/);
    await page.mouse.up();
    judged.push(await judgedSample(await answer));
  }
  assert.ok(judged[1].filter((value, i) => value !== judged[0][i]).length > 10, 'the second stroke is in the picture');
  const said = (await ask(JSON.stringify({instances: [judged[1]]}), 'application/json')).verdicts[0];
  assert.equal((await verdict(page, said.p_value)).words, words(said.ood));
  assert.deepEqual(page.complaints, []);
});

test('a person can draw with the keyboard', async t => {
  const page = await open(t);
  await page.click('button:text-is("Draw")');
  await page.focus('.drawing');
  for (const key of [' ', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', ' ']) {
    await page.keyboard.press(key);
  }
  assert.ok((await verdict(page)).words);
});

test('the slider decides as the service does at the same false-alarm rate', async t => {
  const page = await open(t);
  const bytes = await picture('normal');
  await give(page, 'drop', 'normal.png', bytes, 'image/png');
  await verdict(page);
  const seen = new Set();
  await page.focus('#rate');
  for (const move of ['Home', ...Array(8).fill('PageUp'), 'End', 'ArrowLeft', 'ArrowLeft']) {
    await page.keyboard.press(move);
    const rate = parseFloat(await page.textContent('.rate')) / 100;
    const {
      verdicts: [said],
      threshold,
    } = await ask(bytes, 'image/png', `watch=false&false_alarm=${rate}`);
    const shown = await verdict(page);
    assert.equal(shown.words, words(said.ood), `at ${rate}`);
    const line = Number(await page.getAttribute('.verdict', 'data-line'));
    assert.ok(Math.abs(line - threshold.p_value) < 1e-9, `line ${line} is not ${threshold.p_value} at ${rate}`);
    seen.add(shown.words);
  }
  assert.equal(seen.size, 2, 'the verdict changed on the way');
  assert.deepEqual(page.complaints, []);
});

test('a picked sample is judged, and so is the next one', async t => {
  const page = await open(t);
  const buttons = page.locator('.strip-of-samples button');
  await buttons.last().click();
  const first = await verdict(page);
  await buttons.nth(-3).click();
  await page.waitForFunction(score => document.querySelector('.verdict').dataset.score !== String(score), first.score);
  assert.deepEqual(page.complaints, []);
});

test('several files are judged one after the other', async t => {
  const page = await open(t);
  const files = await Promise.all(
    ['normal', 'stranger'].map(async name => ({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer: await picture(name),
    })),
  );
  await page.setInputFiles('#file', files);
  assert.equal((await verdict(page)).words, words(false));
  await page.click('button:text-is("Next")');
  await page.waitForFunction(text => document.querySelector('.verdict h2').textContent === text, words(true));
});

test('numbers of the wrong count are refused in one sentence', async t => {
  const page = await open(t);
  await give(page, 'drop', 'row.csv', Buffer.from('1,2,3'), 'text/csv');
  await page.waitForSelector('#trouble .notice');
  assert.match(await page.textContent('#trouble'), /This has 3 values, the detector expects \d+\./);
});

test('a picture that cannot be read shows what the service says', async t => {
  const page = await open(t);
  await give(page, 'drop', 'broken.png', Buffer.from('not a picture'), 'image/png');
  await page.waitForSelector('#trouble .notice');
  const problem = await ask(Buffer.from('not a picture'), 'image/png');
  assert.equal((await page.textContent('#trouble')).toLowerCase(), problem.detail.toLowerCase());
  assert.equal(await page.locator('.verdict').count(), 0, 'no verdict of another sample is left');
});

test('rows and series can be typed', async t => {
  const other = (await detectors()).find(({kind}) => kind !== 'picture');
  if (!other) {
    return t.skip('the server has no detector of rows or series');
  }
  const page = await open(t, {detector: other.name});
  const values = Array.from(
    {length: other.shape.reduce((a, b) => a * b)},
    (_, i) => Math.round(100 * Math.sin(i)) / 100,
  );
  await page.fill('#numbers', values.join(', '));
  await page.click('button:text-is("Judge")');
  const said = (await ask(JSON.stringify({instances: [values]}), 'application/json', 'watch=false', other.name))
    .verdicts[0];
  assert.equal((await verdict(page, said.p_value)).words, words(said.ood));
  assert.deepEqual(page.complaints, []);
});

test('a generated row is shown as people write it, and gets the same verdict again', async t => {
  const page = await open(t, {detector: 'tickets'});
  await page.click('button[aria-label^="Generated sample 1"]');
  const {pValue} = await verdict(page);
  const row = JSON.parse(await page.inputValue('#numbers'));
  assert.deepEqual(Object.keys(row), ['zone', 'price', 'sold_at']);
  assert.ok(['007', 'A, B', 'C'].includes(row.zone), `the zone ${row.zone}`);
  assert.match(row.sold_at, /^\d{4}-\d{2}-\d{2}T/);
  await page.evaluate(() => delete document.querySelector('.verdict').dataset.pValue);
  await page.click('button:text-is("Judge")');
  assert.equal((await verdict(page)).pValue, pValue);
  assert.deepEqual(page.complaints, []);
});

test('a file may have other columns, another order, quotes and gaps', async t => {
  const page = await open(t, {detector: 'tickets'});
  const csv = 'order,sold_at,price,zone\n17,2025-03-05 09:30,,"A, B"\n18,2025-03-05 09:30,3.1,007\n';
  await give(page, 'drop', 'tickets.csv', Buffer.from(csv), 'text/csv');
  const rows = {instances: [{sold_at: '2025-03-05 09:30', price: null, zone: 'A, B'}]};
  const said = await ask(JSON.stringify(rows), 'application/json', 'watch=false', 'tickets');
  await verdict(page, said.verdicts[0].p_value);
  assert.equal(await page.locator('.stepper span').textContent(), '1 of 2');
  assert.deepEqual(page.complaints, []);
});

test('two detectors judge the same input side by side', async t => {
  const all = (await detectors()).filter(({kind}) => kind === 'picture');
  if (all.length < 2) {
    return t.skip('the server has one detector of pictures');
  }
  const page = await open(t, {detector: all[0].name});
  const bytes = await picture('stranger');
  await give(page, 'drop', 'stranger.png', bytes, 'image/png');
  await verdict(page);
  await page.selectOption('#second', all[1].name);
  await page.waitForSelector('.sides article:nth-child(2)');
  for (const {name} of all.slice(0, 2)) {
    const said = (await ask(bytes, 'image/png', 'watch=false', name)).verdicts[0];
    assert.equal(await page.textContent(`.sides [data-detector="${name}"] .say`), said.ood ? 'A stranger' : 'Normal');
  }
});

test('a server with tokens asks for one once', async t => {
  const page = await open(t, {
    prepare: page =>
      page
        .route('**/v1/**', route =>
          route.request().headers().authorization === 'Bearer secret'
            ? route.continue()
            : route.fulfill({
                status: 401,
                contentType: 'application/problem+json',
                body: '{"detail": "this server needs a token"}',
              }),
        )
        .then(() => {
          page.on('domcontentloaded', async () => {
            await page.fill('#token', 'secret');
            await page.keyboard.press('Enter');
          });
        }),
  });
  await give(page, 'drop', 'normal.png', await picture('normal'), 'image/png');
  assert.equal((await verdict(page)).words, words(false));
  assert.equal(await page.locator('dialog').count(), 0);
});
