// The left side of the page: drop, paste, choose, type, draw, photograph or pick a sample.

import {h} from './dom.js';
import {cameraTool, hasCamera} from './camera.js';
import {drawTool} from './draw.js';
import {readSamples} from './numbers.js';
import {hasFields, rowOf} from './rows.js';
import {isWhole, sampleStrip} from './samples.js';
import {takes} from './words.js';

const DROP = {
  picture: 'Drop a picture here, paste one, or',
  series: 'Drop a CSV or JSON file here, paste numbers, or',
  table: 'Drop a CSV or JSON file here, paste a row, or',
};

/**
 * Calls `judge(input)` with {blob, name} or {values, name}, `stored(sample, name)` with a sample whose verdict is in
 * the file, and `failed(message)`.
 */
export class Intake {
  constructor(root, {judge, stored, failed}) {
    Object.assign(this, {root, judge, stored, failed});
    this.tool = null;
    this.watchPage();
  }

  /** Shows what fits a detector. */
  async open(description, gallery) {
    this.closeTool();
    this.description = description;
    this.gallery = gallery;
    this.sample = null;
    this.text = null;
    const isPicture = description.kind === 'picture';
    this.file = h('input', {
      type: 'file',
      id: 'file',
      multiple: true,
      class: 'hidden',
      accept: isPicture ? 'image/*,.csv,.json,.txt' : '.csv,.tsv,.json,.jsonl,.txt,text/*',
      onchange: () => this.take(this.file.files),
    });
    this.preview = h('div', {class: 'preview', hidden: true});
    this.stepper = h('div', {class: 'row stepper', hidden: true});
    this.toolBox = h('div', {class: 'tool', hidden: true});
    this.tools = h('div', {class: 'row tools'}, isPicture ? this.toolButton('Draw', () => this.openDrawing()) : null);
    this.root.replaceChildren(
      h(
        'section',
        {class: 'panel', 'aria-labelledby': 'intake-title'},
        h('h2', {id: 'intake-title'}, 'A sample'),
        h('p', {class: 'guide'}, `${description.name} judges ${takes(description)}.`),
        h(
          'div',
          {class: 'drop', id: 'drop', 'data-detector': description.name},
          this.preview,
          h('p', {}, DROP[description.kind], ' '),
          this.file,
          h('label', {for: 'file', class: 'button main'}, 'Choose a file'),
        ),
        this.stepper,
        this.tools,
        this.toolBox,
        isPicture ? null : this.numbersForm(),
        sampleStrip(description, gallery, (sample, name) => this.pick(sample, name)),
      ),
    );
    if (isPicture && (await hasCamera()) && this.description === description) {
      this.tools.append(this.toolButton('Camera', () => this.openCamera()));
    }
  }

  toolButton(name, open) {
    return h(
      'button',
      {
        type: 'button',
        'aria-expanded': 'false',
        onclick: event => {
          const button = event.currentTarget;
          const wasOpen = button.getAttribute('aria-expanded') === 'true';
          this.closeTool();
          if (!wasOpen) {
            button.setAttribute('aria-expanded', 'true');
            this.toolBox.hidden = false;
            this.preview.hidden = true;
            open();
          }
        },
      },
      name,
    );
  }

  closeTool() {
    this.tool?.close?.();
    this.tool = null;
    if (this.toolBox) {
      this.toolBox.hidden = true;
      this.toolBox.replaceChildren();
      this.tools.querySelectorAll('button').forEach(button => button.setAttribute('aria-expanded', 'false'));
    }
  }

  openDrawing() {
    this.toolBox.replaceChildren(
      drawTool(
        this.description,
        this.hasDarkGround(),
        () => this.sample,
        blob => this.offer([{blob, name: 'Drawing'}]),
      ),
    );
  }

  isDrawing() {
    return this.toolBox.querySelector('.drawing') !== null;
  }

  openCamera() {
    this.tool = cameraTool(this.description, blob => this.offer([{blob, name: 'Photograph'}]), this.failed);
    this.toolBox.replaceChildren(this.tool.root);
  }

  /** Whether the samples are mostly dark, so that drawings look like them. */
  hasDarkGround() {
    const {held_out: heldOut, generated} = this.gallery;
    const samples = heldOut.length > 0 ? heldOut : generated;
    const values = samples.slice(0, 20).flatMap(sample => sample.values);
    const [low, high] = this.description.range;
    return values.length === 0 || values.reduce((sum, value) => sum + value, 0) / values.length < (low + high) / 2;
  }

  numbersForm() {
    const {kind, columns} = this.description;
    this.text = h('textarea', {
      id: 'numbers',
      rows: '6',
      spellcheck: 'false',
      autocomplete: 'off',
      placeholder: kind === 'table' ? `${columns.join(', ')}\n…` : '0.12, 0.15, 0.11, …',
    });
    return h(
      'form',
      {
        class: 'numbers',
        onsubmit: event => {
          event.preventDefault();
          this.read(this.text.value, 'Typed numbers');
        },
      },
      h(
        'label',
        {for: 'numbers'},
        kind === 'table' ? 'Or type a row, as CSV or JSON' : 'Or type the numbers, as CSV or JSON',
      ),
      this.text,
      h('button', {type: 'submit'}, 'Judge'),
    );
  }

  pick(sample, name) {
    this.closeTool();
    this.show({name});
    if (isWhole(sample, this.description)) {
      const values = hasFields(this.description) ? rowOf(sample.values, this.description) : sample.values;
      this.write(values);
      this.offer([{values, name}]);
    } else {
      this.step([], 0);
      this.stored(sample, name);
    }
  }

  /** A picked row can be edited and judged again. */
  write(values) {
    if (this.text) {
      this.text.value = Array.isArray(values)
        ? values.map(value => Number(value.toPrecision(6))).join(', ')
        : JSON.stringify(values, null, 1);
    }
  }

  async take(files) {
    const inputs = [];
    this.closeTool();
    try {
      for (const file of files) {
        inputs.push(...(await this.inputsOf(file)));
      }
      this.offer(inputs);
    } catch (failure) {
      this.failed(failure.message);
    }
    this.file.value = '';
  }

  async inputsOf(file) {
    if (!file.type.startsWith('image/')) {
      return readSamples(await file.text(), this.description).map(values => ({values, name: file.name}));
    }
    if (this.description.kind !== 'picture') {
      throw new Error(`${file.name} is a picture; ${this.description.name} judges ${takes(this.description)}.`);
    }
    return [{blob: file, name: file.name}];
  }

  read(text, name) {
    try {
      this.offer(readSamples(text, this.description).map(values => ({values, name})));
    } catch (failure) {
      this.failed(failure.message);
    }
  }

  /** Judges the first input; the others wait for a step. */
  offer(inputs) {
    if (inputs.length > 0) {
      this.step(inputs, 0);
      this.show(inputs[0]);
      this.judge(inputs[0]);
    }
  }

  step(inputs, index) {
    const move = to => {
      this.step(inputs, to);
      this.show(inputs[to]);
      this.judge(inputs[to]);
    };
    this.stepper.hidden = inputs.length < 2;
    this.stepper.replaceChildren(
      h('button', {type: 'button', disabled: index === 0, onclick: () => move(index - 1)}, 'Previous'),
      h('span', {}, `${index + 1} of ${inputs.length}`),
      h('button', {type: 'button', disabled: index >= inputs.length - 1, onclick: () => move(index + 1)}, 'Next'),
    );
  }

  /**
   * Names the input at once, and shows a picture before the verdict is there. Drawings and photographs are in sight
   * already, and nothing may move under the pen.
   */
  show({blob, name}) {
    if (!this.toolBox.hidden) {
      return;
    }
    URL.revokeObjectURL(this.url);
    this.url = blob && URL.createObjectURL(blob);
    this.preview.hidden = false;
    this.preview.replaceChildren(
      ...(blob ? [h('img', {src: this.url, alt: '', onerror: event => event.target.remove()})] : []),
      h('span', {}, name),
    );
  }

  /** Files and text may be dropped or pasted anywhere on the page. */
  watchPage() {
    const isOurs = (event, others) =>
      this.description && !this.root.closest('[hidden]') && !event.target.closest?.(others);
    document.addEventListener('dragover', event => {
      if (event.dataTransfer.types.includes('Files')) {
        event.preventDefault();
        this.root.querySelector('.drop')?.classList.add('over');
      }
    });
    document.addEventListener('dragleave', event => {
      if (!event.relatedTarget) {
        this.root.querySelector('.drop')?.classList.remove('over');
      }
    });
    document.addEventListener('drop', event => {
      this.root.querySelector('.drop')?.classList.remove('over');
      if (event.dataTransfer.files.length > 0) {
        event.preventDefault();
        if (isOurs(event, 'dialog')) {
          this.take(event.dataTransfer.files);
        }
      }
    });
    document.addEventListener('paste', event => {
      const {files} = event.clipboardData;
      if (!isOurs(event, 'textarea, dialog')) {
        return;
      }
      if (files.length > 0) {
        this.take(files);
      } else {
        this.read(event.clipboardData.getData('text'), 'Pasted numbers');
      }
    });
  }
}
