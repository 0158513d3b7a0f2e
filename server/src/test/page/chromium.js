// A real Chromium on the page of a running server: STRANGER_URL=http://127.0.0.1:8080 STRANGER_SAMPLES=DIR node --test

import {readFile} from 'node:fs/promises';
import {after, before} from 'node:test';
import {chromium} from 'playwright-core';

export const url = process.env.STRANGER_URL ?? 'http://127.0.0.1:8080';
const samples = process.env.STRANGER_SAMPLES ?? '.';

let browser;

/** Starts one browser for the tests of a file. */
export function withBrowser() {
  before(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    });
  });
  after(() => browser.close());
}

/** Opens the page in a fresh context, and gives what the browser complained about in `page.complaints`. */
export async function open(t, {width = 1280, height = 900, colorScheme = 'light', path = '/', detector, prepare} = {}) {
  const context = await browser.newContext({viewport: {width, height}, colorScheme, reducedMotion: 'reduce'});
  t.after(() => context.close());
  const page = await context.newPage();
  page.complaints = [];
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) {
      page.complaints.push(message.text());
    }
  });
  page.on('pageerror', error => page.complaints.push(error.stack));
  await prepare?.(page);
  await page.goto(url + path);
  await page.waitForSelector('#detectors option', {state: 'attached'});
  const name = detector ?? (await pictureDetector()).name;
  if ((await page.inputValue('#detectors')) !== name) {
    await page.selectOption('#detectors', name);
  }
  await page.waitForSelector(`#drop[data-detector="${name}"]`, {state: 'attached'});
  return page;
}

export async function detectors() {
  return (await (await fetch(`${url}/v1/detectors`)).json()).detectors;
}

/** The detector that the sample pictures belong to: the first of pictures, or the one that is named. */
export async function pictureDetector() {
  const all = (await detectors()).filter(({kind}) => kind === 'picture');
  return all.find(({name}) => name === process.env.STRANGER_DETECTOR) ?? all[0];
}

export const picture = name => readFile(`${samples}/${name}.png`);

/** What the service itself says, as another client would ask it. */
export async function ask(body, type, query = 'watch=false', detector) {
  const name = detector ?? (await pictureDetector()).name;
  const response = await fetch(`${url}/v1/judge?detector=${encodeURIComponent(name)}&${query}`, {
    method: 'POST',
    headers: {'Content-Type': type},
    body,
  });
  return response.json();
}

/** The values that the page had judged, which are the first behind the JSON of the answer. */
export async function judgedSample(response) {
  const body = await response.body();
  const from = Number(await response.headerValue('Inference-Header-Content-Length'));
  const {explanation} = JSON.parse(body.subarray(0, from)).verdicts[0];
  const bytes = Uint8Array.from(body.subarray(from, from + explanation.sample.binary_data_size));
  return Array.from(new Float32Array(bytes.buffer));
}

/** Drops or pastes a file, as a person would. */
export async function give(page, event, name, bytes, type) {
  await page.evaluate(
    ({event, name, bytes, type}) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(bytes), character => character.charCodeAt(0))], name, {type}));
      const target = document.querySelector('#drop');
      target.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', {clipboardData: data, bubbles: true})
          : new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}),
      );
    },
    {event, name, bytes: Buffer.from(bytes).toString('base64'), type},
  );
}

/** The verdict that the page shows, once it shows one of this p-value. */
export async function verdict(page, pValue) {
  await page.waitForFunction(expected => {
    const shown = document.querySelector('.verdict')?.dataset.pValue;
    return shown !== undefined && (expected === undefined || Math.abs(shown - expected) < 1e-6);
  }, pValue);
  return page.evaluate(() => {
    const panel = document.querySelector('.verdict');
    return {
      words: panel.querySelector('h2').textContent,
      pValue: Number(panel.dataset.pValue),
      score: Number(panel.dataset.score),
    };
  });
}

export const words = ood => (ood ? 'This is a stranger' : 'This looks normal');
