// Talks to the server. Addresses are relative, so the page also works behind a proxy with a path.

import {askForToken} from './token.js';

/** What went wrong, in the one line that the server wrote. */
export class Problem extends Error {
  constructor(detail, status) {
    super(detail);
    this.status = status;
  }
}

// Kept in memory only: it is gone when the page is closed.
let token = null;
let asking = null;

async function call(path, options = {}) {
  for (;;) {
    const used = token;
    const headers = {...options.headers, ...(used ? {Authorization: `Bearer ${used}`} : {})};
    const response = await reach(path, {...options, headers});
    if (response.status !== 401) {
      return response.ok ? response : await refuse(response);
    }
    if (used === token) {
      token = await ask(used !== null);
    }
  }
}

/** Asks once, however many requests wait for the answer. */
async function ask(refused) {
  asking ??= askForToken(refused).finally(() => {
    asking = null;
  });
  const answer = await asking;
  if (answer === null) {
    throw new Problem('This server needs a token. Reload the page to enter one.', 401);
  }
  return answer;
}

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (failure) {
    if (failure.name === 'AbortError') {
      throw failure;
    }
    throw new Problem('The server does not answer. Check that it runs, then try again.', 0);
  }
}

async function refuse(response) {
  const problem = await response.json().catch(() => ({}));
  throw new Problem(problem.detail ?? `The server answered ${response.status}.`, response.status);
}

async function json(path, options) {
  return (await call(path, options)).json();
}

/** JSON, and the arrays behind it that it gives the sizes of: as text, those of a large picture take a second. */
async function withArrays(path, options) {
  const response = await call(path, options);
  const bytes = await response.arrayBuffer();
  let at = Number(response.headers.get('Inference-Header-Content-Length'));
  return JSON.parse(new TextDecoder().decode(bytes.slice(0, at)), (_, value) => {
    const size = value?.binary_data_size;
    return size === undefined ? value : Array.from(new Float32Array(bytes.slice(at, (at += size))));
  });
}

const of = name => `v1/detectors/${encodeURIComponent(name)}`;
const by = name => `detector=${encodeURIComponent(name)}`;

export const detectors = async () => (await json('v1/detectors')).detectors;
export const describe = name => json(of(name));
export const gallery = name => json(`${of(name)}/gallery`);
export const file = async name => (await call(`${of(name)}/file`)).arrayBuffer();
export const live = (name, signal) => json(`v1/live?${by(name)}`, {signal});
export const drift = (name, signal) => json(`v1/drift?${by(name)}`, {signal});
export const resetDrift = name => json(`v1/drift/reset?${by(name)}`, {method: 'POST'});

/** Judges one input with an explanation. What is tried on this page is no part of the watched stream. */
export async function judge(name, input, signal) {
  const body = input.blob ?? JSON.stringify({instances: [input.values]});
  const type = input.blob ? input.blob.type || 'image/png' : 'application/json';
  const {
    version,
    verdicts: [verdict],
  } = await withArrays(`v1/judge?${by(name)}&explain=true&binary=true&watch=false`, {
    method: 'POST',
    headers: {'Content-Type': type},
    body,
    signal,
  });
  return {version, verdict};
}
