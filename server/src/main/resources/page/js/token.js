// Asks for the token of a protected server.

import {h} from './dom.js';

/** The token, or null if the person has none. */
export function askForToken(refused) {
  return new Promise(resolve => {
    const field = h('input', {type: 'password', id: 'token', autocomplete: 'off', required: true, spellcheck: 'false'});
    const dialog = h(
      'dialog',
      {class: 'ask', 'aria-labelledby': 'ask-title'},
      h(
        'form',
        {method: 'dialog'},
        h('h2', {id: 'ask-title'}, 'This server needs a token'),
        h(
          'p',
          {},
          refused
            ? 'The server refused that token. Enter another one.'
            : 'Ask the person who runs the server. The page forgets the token when you close it.',
        ),
        h('label', {for: 'token'}, 'Token'),
        field,
        h(
          'div',
          {class: 'row'},
          h('button', {type: 'submit', class: 'main'}, 'Continue'),
          h('button', {type: 'button', onclick: () => dialog.close()}, 'Cancel'),
        ),
      ),
    );
    let answer = null;
    dialog.addEventListener('submit', () => {
      answer = field.value.trim() || null;
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
