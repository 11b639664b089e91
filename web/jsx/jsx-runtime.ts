import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-runtime';
import { ownTexts } from './own-texts.ts';

export { Fragment, type JSX } from 'react/jsx-runtime';

/** What JSX is compiled to (`jsxImportSource`): React's functions, with `ownTexts` before them. */
export const jsx = (type: ElementType, props: object, key?: Key) => react.jsx(type, ownTexts(type, props), key);

export const jsxs = (type: ElementType, props: object, key?: Key) => react.jsxs(type, ownTexts(type, props), key);
