// Makes elements. Text is always text, never markup, so nothing a file or a server says can become a script.

const SVG = 'http://www.w3.org/2000/svg';

/** An element: h('p', {class: 'note'}, 'text', child). Functions listen to the event they are named after. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for the inside of a drawing. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name.replace(/^on/, ''), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...present(children));
  return element;
}

/** Replaces what is in an element; as in h, a child that is not there may be null or false. */
export function put(element, ...children) {
  element.replaceChildren(...present(children));
}

function present(children) {
  return children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false);
}

/** Places an element on a scale: the style sheet reads the numbers, from 0 to 1, as variables. */
export function place(element, variables) {
  for (const [name, value] of Object.entries(variables)) {
    element.style.setProperty(`--${name}`, value);
  }
  return element;
}

let panels = 0;

/** A titled box of the page, with an optional sentence that says how to read it. */
export function panel(title, look, guide) {
  const id = `panel-${++panels}`;
  const body = h('div', {class: 'panel-body'});
  const root = h(
    'section',
    {class: `panel ${look}`, 'aria-labelledby': id},
    h('h2', {id}, title),
    guide ? h('p', {class: 'guide'}, guide) : null,
    body,
  );
  return {root, body};
}
