// Rules of our own for oxlint about tests (CONTRIBUTING.md).

import { titleOf } from './words.js';

const ID = /\b(?:[ACX]-[A-Z]{2,4}-[A-Z]?\d{2}|G-\d{2}|R\d{2})\b/;

const titles = {
  create(context) {
    return {
      CallExpression(node) {
        const id = ID.exec(titleOf(node) ?? '')?.[0];
        if (id !== undefined) context.report({ node, message: `${id} is a tag of the test: { tags: ['${id}'] }.` });
      },
    };
  },
};

export default { meta: { name: 'tests' }, rules: { titles } };
