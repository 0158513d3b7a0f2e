// A canvas to draw a picture on, with a mouse, a finger, a pen or the arrow keys.

import {h} from './dom.js';
import {picture, pngOf, shownRange} from './pixels.js';

/** Lines are drawn at about this size and then reduced, so that their edges are smooth. */
const SIZE = 320;

const KEYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/** Calls `drawn(blob)` after each stroke with a picture of the detector's size. */
export function drawTool(description, darkGround, start, drawn) {
  const [channels, height, width] = description.shape;
  const factor = Math.max(1, Math.round(SIZE / Math.max(height, width)));
  const canvas = h('canvas', {
    class: 'drawing',
    width: width * factor,
    height: height * factor,
    tabindex: '0',
    role: 'application',
    'aria-label': 'Drawing. Move the pen with the arrow keys, press the space bar to put it down or lift it.',
  });
  const context = canvas.getContext('2d', {willReadFrequently: true});
  const ground = darkGround ? '#000000' : '#ffffff';
  const ink = h('input', {type: 'color', value: darkGround ? '#ffffff' : '#000000'});
  const brush = h('input', {type: 'range', min: '1', max: '24', value: '7'});
  const past = [];
  let pen = null;
  let down = false;

  function clear() {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }

  function remember() {
    past.push(context.getImageData(0, 0, canvas.width, canvas.height));
    past.splice(0, past.length - 20);
  }

  function stroke(to) {
    context.strokeStyle = ink.value;
    context.lineWidth = (brush.value * canvas.width) / 100;
    context.lineCap = context.lineJoin = 'round';
    context.beginPath();
    context.moveTo(pen.x, pen.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }

  function at(event) {
    const box = canvas.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * canvas.width,
      y: ((event.clientY - box.top) / box.height) * canvas.height,
    };
  }

  function finish() {
    const small = h('canvas', {width, height});
    const reduced = small.getContext('2d');
    reduced.imageSmoothingQuality = 'high';
    reduced.drawImage(canvas, 0, 0, width, height);
    drawn(pngOf(small));
  }

  canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId);
    remember();
    pen = at(event);
    down = true;
    stroke(pen);
  });
  canvas.addEventListener('pointermove', event => {
    if (down && pen && canvas.hasPointerCapture(event.pointerId)) {
      const to = at(event);
      stroke(to);
      pen = to;
    }
  });
  const lift = event => {
    if (down && canvas.hasPointerCapture(event.pointerId)) {
      down = false;
      finish();
    }
  };
  canvas.addEventListener('pointerup', lift);
  canvas.addEventListener('pointercancel', lift);

  canvas.addEventListener('keydown', event => {
    pen ??= {x: canvas.width / 2, y: canvas.height / 2};
    if (event.key === ' ') {
      event.preventDefault();
      down = !down;
      if (down) {
        remember();
        stroke(pen);
      } else {
        finish();
      }
    } else if (KEYS[event.key]) {
      event.preventDefault();
      const [dx, dy] = KEYS[event.key];
      const step = canvas.width / 32;
      const to = {
        x: Math.min(canvas.width, Math.max(0, pen.x + dx * step)),
        y: Math.min(canvas.height, Math.max(0, pen.y + dy * step)),
      };
      if (down) {
        stroke(to);
      }
      pen = to;
    }
  });

  function undo() {
    if (past.length > 0) {
      context.putImageData(past.pop(), 0, 0);
      finish();
    }
  }

  /** Begins with the sample that was judged last, to see what a change does to it. */
  function begin() {
    const sample = start();
    if (sample) {
      remember();
      context.imageSmoothingEnabled = false;
      context.drawImage(
        picture(sample, description.shape, shownRange(description.range, sample)),
        0,
        0,
        canvas.width,
        canvas.height,
      );
      finish();
    }
  }

  clear();
  return h(
    'div',
    {class: 'draw'},
    canvas,
    h(
      'div',
      {class: 'row'},
      h('button', {type: 'button', onclick: undo}, 'Undo'),
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            remember();
            clear();
          },
        },
        'Clear',
      ),
      h('button', {type: 'button', onclick: begin, disabled: !start()}, 'Draw on the sample'),
    ),
    h(
      'div',
      {class: 'row'},
      h('label', {}, 'Brush ', brush),
      channels === 3
        ? h('label', {}, 'Ink ', ink)
        : h(
            'label',
            {},
            h('input', {
              type: 'checkbox',
              onchange: event => {
                ink.value = event.target.checked === darkGround ? '#000000' : '#ffffff';
              },
            }),
            ' Erase',
          ),
    ),
  );
}
