import assert from 'node:assert/strict';
import {test} from 'node:test';
import {ask, give, open, picture, verdict, withBrowser} from './chromium.js';

withBrowser();

test('the browser and the service give the same verdict', async t => {
  const page = await open(t);
  const loaded = [];
  page.on('request', request => loaded.push(request.url()));
  for (const name of ['normal', 'stranger']) {
    const bytes = await picture(name);
    const said = (await ask(bytes, 'image/png')).verdicts[0];
    await give(page, 'drop', `${name}.png`, bytes, 'image/png');
    await verdict(page, said.p_value);
    if (name === 'normal') {
      assert.ok(!loaded.some(address => address.includes('/ort/')), 'nothing is loaded before it is asked for');
      await page.click('[role=switch]');
    }
    await page.waitForFunction(
      score => {
        const shown = document.querySelector('.agreement [role=status]').dataset.score;
        return shown !== undefined && Math.abs(shown - score) <= 1e-3 * Math.abs(score);
      },
      said.score,
      {timeout: 60_000},
    );
    const here = Number(await page.getAttribute('.agreement [role=status]', 'data-p-value'));
    assert.ok(Math.abs(here - said.p_value) < 1e-6, `${here} is not ${said.p_value}`);
    assert.match(await page.textContent('.agree'), said.ood ? /Both agree: a stranger/ : /Both agree: normal/);
  }
  assert.deepEqual(page.complaints, []);
});
