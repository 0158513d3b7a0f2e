// Values of a picture onto a canvas.

import {h} from './dom.js';

/** From black over purple and orange to pale yellow: brighter is more, in colour and in grey. */
const HEAT = [0x000004, 0x1b0c41, 0x4a0c6b, 0x781c6d, 0xa52c60, 0xcf4446, 0xed6925, 0xfb9b06, 0xf7d13d, 0xfcffa4];

/** Of the colours of a map: what is under them stays visible. */
const STRENGTH = 0.75;

/** White under a map is this bright, or faint colours would not be seen on it. */
const PAPER = 180;

/** A range without bounds is that of the values. */
export function shownRange([min, max], values) {
  if (max - min < 1e30) {
    return [min, max];
  }
  const found = extent(values);
  return found[0] < found[1] ? found : [found[0], found[0] + 1];
}

/** Without Math.min(...values), which fails for pictures of more than about 100,000 values. */
export function extent(values) {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    min = value < min ? value : min;
    max = value > max ? value : max;
  }
  return [min, max];
}

/** In colour with three channels, else grey, the mean of all channels. */
export function picture(values, shape, range, label) {
  const [channels, height, width] = shape;
  const pixels = height * width;
  const shade = value => (255 * (value - range[0])) / (range[1] - range[0]);
  return paint(width, height, label, i => {
    if (channels === 3) {
      return [0, 1, 2].map(channel => shade(values[channel * pixels + i]));
    }
    const grey = shade(mean(values, i, channels, pixels));
    return [grey, grey, grey];
  });
}

/** Squared differences as colours, against the largest difference of the picture. */
export function heatMap(squares, shape, label) {
  const [channels, height, width] = shape;
  const pixels = height * width;
  const differences = Float32Array.from({length: pixels}, (_, i) =>
    Math.sqrt(Math.max(0, mean(squares, i, channels, pixels))),
  );
  const largest = extent(differences)[1] || 1;
  return {canvas: paint(width, height, label, i => heat(differences[i] / largest)), largest};
}

/**
 * A map laid over its picture in grey. Places up to `from` have no colour; half of the colours, and all of their
 * strength, are reached at `line`.
 */
export function strangeness(values, map, shape, range, [from, line]) {
  const [channels, height, width] = shape;
  const [, largest] = extent(map);
  const step = line > from ? line - from : 1;
  const top = Math.max(largest, line + step);
  const canvas = paint(width, height, 'Where it is strange', i => {
    const grey = (PAPER * (mean(values, i, channels, height * width) - range[0])) / (range[1] - range[0]);
    const share = map[i] < line ? (map[i] - line + step) / (2 * step) : 0.5 + (map[i] - line) / (2 * (top - line));
    const strength = STRENGTH * Math.min(1, Math.max(0, 2 * share));
    return heat(share).map(colour => grey + strength * (colour - grey));
  });
  return {canvas, largest};
}

/** A canvas as a file. Not with toBlob, which waits up to a second for the page to be idle. */
export function pngOf(canvas) {
  const bytes = atob(canvas.toDataURL('image/png').split(',')[1]);
  return new Blob([Uint8Array.from(bytes, character => character.charCodeAt(0))], {type: 'image/png'});
}

function mean(values, pixel, channels, pixels) {
  let sum = 0;
  for (let channel = 0; channel < channels; channel++) {
    sum += values[channel * pixels + pixel];
  }
  return sum / channels;
}

function heat(share) {
  const at = Math.min(1, Math.max(0, share)) * (HEAT.length - 1);
  const left = Math.min(HEAT.length - 2, Math.floor(at));
  return [16, 8, 0].map(shift => {
    const from = (HEAT[left] >> shift) & 255;
    const to = (HEAT[left + 1] >> shift) & 255;
    return from + (at - left) * (to - from);
  });
}

function paint(width, height, label, colour) {
  const canvas = h('canvas', {
    width,
    height,
    class: 'pixels',
    ...(label ? {role: 'img', 'aria-label': label} : {'aria-hidden': 'true'}),
  });
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  for (let i = 0; i < width * height; i++) {
    image.data.set(colour(i), 4 * i);
    image.data[4 * i + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
