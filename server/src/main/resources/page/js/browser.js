// Judges in the browser: the same detector file in ONNX Runtime Web. Nothing of it is loaded before it is asked for.

import {file} from './api.js';
import {feeds, outputName} from './feed.js';

const FOLDER = new URL('../ort/', import.meta.url).href;

let runtime = null;
const sessions = new Map();

/**
 * Judges values in the detector's shape, such as the `sample` of an explanation. Throws an Obstacle where the page
 * cannot give the network what it takes.
 */
export async function judgeHere(description, values) {
  const ort = await (runtime ??= load().catch(failure => {
    runtime = null;
    throw failure;
  }));
  const session = await openSession(ort, description);
  const start = performance.now();
  const [score, pValue, all] = ['score', 'p_value', 'energies'].map(name => outputName(description, name));
  const outputs = await session.run(feeds(ort, session.inputMetadata, description, values), [score, pValue, all]);
  const energies = Array.from(outputs[all].data);
  return {
    score: outputs[score].data[0],
    p_value: outputs[pValue].data[0],
    energies: Object.fromEntries(description.energies.map((name, i) => [name, energies[i]])),
    milliseconds: performance.now() - start,
  };
}

async function load() {
  const ort = await import(`${FOLDER}ort.wasm.min.mjs`);
  ort.env.wasm.wasmPaths = FOLDER;
  // Threads need memory that only isolated pages may share.
  ort.env.wasm.numThreads = self.crossOriginIsolated ? Math.min(4, navigator.hardwareConcurrency) : 1;
  return ort;
}

/** One session for each version of a file: a replaced detector is fetched again. */
function openSession(ort, {name, version}) {
  const key = `${name} ${version}`;
  if (!sessions.has(key)) {
    const opened = file(name).then(bytes =>
      ort.InferenceSession.create(new Uint8Array(bytes), {executionProviders: ['wasm']}),
    );
    opened.catch(() => sessions.delete(key));
    sessions.set(key, opened);
  }
  return sessions.get(key);
}
