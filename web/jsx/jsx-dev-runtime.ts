import type { ElementType, Key, ReactNode } from 'react';
import * as react from 'react/jsx-dev-runtime';
import { ownTexts } from './own-texts.ts';

export { Fragment, type JSX } from 'react/jsx-dev-runtime';

type Rest = [key?: Key, isStatic?: boolean, source?: react.JSXSource, self?: unknown];

/** The same during development and in tests. */
export function jsxDEV(type: ElementType, given: { children?: ReactNode }, ...[key, isStatic, source, self]: Rest) {
  const props = ownTexts(type, given);
  return react.jsxDEV(type, props, key, isStatic === true && Array.isArray(props.children), source, self);
}
