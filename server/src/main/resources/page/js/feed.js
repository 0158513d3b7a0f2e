// Makes the inputs of a detector's graph of a sample. A guarded network takes samples as its description says.

import {count} from './words.js';

/** Of a graph that Stranger writes, which takes samples as they are. */
const OWN = {
  name: 'x',
  layout: 'channels_first',
  scale: 1,
  means: [],
  deviations: [],
  constants: {},
  output_prefix: '',
};

/** Why the page does not run a detector itself, as a sentence. */
export class Obstacle extends Error {}

/** What the description of a detector says against running it here; null if nothing. */
export function obstacle({tiles}) {
  return tiles
    ? `This detector cuts a picture into ${count(tiles.count, 'tile')} and runs the network on each. Only the ` +
        'server does that.'
    : null;
}

/** What the detector's outputs are called in the file. */
export function outputName({input = OWN}, name) {
  return input.output_prefix + name;
}

/** A tensor for each input of the graph; `metadata` is what the runtime says of them. */
export function feeds(ort, metadata, {shape, input = OWN}, values) {
  const declared = name => {
    const facts = metadata.find(each => each.name === name);
    if (facts?.type !== 'float32') {
      throw new Obstacle(
        `The network takes ${facts?.type ?? 'no'} values as “${name}”. Only the server can give it those; this ` +
          'page gives float32.',
      );
    }
    return facts.shape;
  };
  const sides = dimensions(declared(input.name), shape, input);
  const tensors = {[input.name]: new ort.Tensor('float32', prepared(values, shape, input), sides)};
  for (const [name, value] of Object.entries(input.constants)) {
    // A free side is as long as that of the sample.
    const own = declared(name).map((side, i) => (side >= 0 ? side : (sides[i] ?? 1)));
    const size = own.reduce((product, side) => product * side, 1);
    tensors[name] = new ort.Tensor('float32', new Float32Array(size).fill(value), own);
  }
  return tensors;
}

/** A network may take all values of a sample as one row. */
function dimensions(declared, shape, {layout}) {
  if (declared.length === 2 && shape.length > 1) {
    return [1, shape.reduce((product, side) => product * side, 1)];
  }
  return layout === 'channels_last' ? [1, ...shape.slice(1), shape[0]] : [1, ...shape];
}

/** Rounded after each step, as the server computes with float32. */
function prepared(values, shape, {layout, scale, means, deviations}) {
  const {fround} = Math;
  const channels = shape[0];
  const plane = values.length / channels;
  const of = (numbers, channel, usual) => fround(numbers[numbers.length === 1 ? 0 : channel] ?? usual);
  const input = new Float32Array(values.length);
  values.forEach((value, i) => {
    const channel = Math.floor(i / plane);
    const to = layout === 'channels_last' ? (i % plane) * channels + channel : i;
    const centred = fround(fround(fround(scale) * value) - of(means, channel, 0));
    input[to] = centred / of(deviations, channel, 1);
  });
  return input;
}
