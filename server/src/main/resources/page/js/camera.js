// Takes a photograph where there is a camera.

import {h} from './dom.js';
import {pngOf} from './pixels.js';

export async function hasCamera() {
  // Browsers offer cameras on secure pages only: https, or this machine.
  const devices = (await navigator.mediaDevices?.enumerateDevices?.().catch(() => [])) ?? [];
  return devices.some(device => device.kind === 'videoinput');
}

/** Calls `taken(blob)` with a photograph in the proportions of the detector; `failed(message)` if there is none. */
export function cameraTool({shape: [, height, width]}, taken, failed) {
  const video = h('video', {class: 'camera', playsinline: true, 'aria-label': 'What the camera sees'});
  let stream = null;
  let closed = false;

  async function open() {
    try {
      stream = await navigator.mediaDevices.getUserMedia({video: {facingMode: 'environment'}});
      if (closed) {
        return close();
      }
      video.srcObject = stream;
      await video.play();
    } catch {
      failed('The camera cannot be used. Allow it for this page in the browser, or choose a file.');
    }
  }

  function close() {
    closed = true;
    stream?.getTracks().forEach(track => track.stop());
  }

  /** The largest middle part that has the proportions of the detector. */
  function take() {
    const scale = Math.min(video.videoWidth / width, video.videoHeight / height);
    if (scale > 0) {
      const photograph = h('canvas', {width: Math.round(width * scale), height: Math.round(height * scale)});
      photograph
        .getContext('2d')
        .drawImage(video, (photograph.width - video.videoWidth) / 2, (photograph.height - video.videoHeight) / 2);
      taken(pngOf(photograph));
    }
  }

  open();
  const root = h(
    'div',
    {class: 'draw'},
    video,
    h('div', {class: 'row'}, h('button', {type: 'button', class: 'main', onclick: take}, 'Take the photograph')),
  );
  return {root, close};
}
