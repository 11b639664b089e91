import { Fragment, type ElementType, type ReactNode } from 'react';
import { jsx, jsxs } from 'react/jsx-runtime';

interface Props {
  children?: ReactNode;
  /** What is not translated needs nothing. */
  translate?: string;
}

/**
 * Gives every text beside other content an element of its own. React then sets the text by way of the element, and
 * never holds a text node: a browser that translates the page replaces those, and a text node that React wants to
 * change or remove later would be gone. Adjacent texts become one, so that a sentence is translated as a whole.
 */
export function ownTexts<Given extends object>(type: ElementType, props: Given & Props): Given & Props {
  const { children, translate } = props;
  if (translate === 'no') return props;
  if (type === Fragment && isText(children)) return { ...props, children: ownElement(children) };
  if (!Array.isArray(children)) return props;
  const isOnlyText = type !== Fragment && children.every(hasNoElement);
  return { ...props, children: isOnlyText ? joinTexts(children) : wrapTexts(children) };
}

const isText = (child: ReactNode): child is string | number | bigint =>
  typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint';

const isNothing = (child: ReactNode): boolean => child === null || child === undefined || typeof child === 'boolean';

const hasNoElement = (child: ReactNode): boolean => isText(child) || isNothing(child);

const joinTexts = (children: readonly ReactNode[]): string => children.filter(isText).join('');

/** Keeps every child in its place, by which React distinguishes those without a key. */
function wrapTexts(children: readonly ReactNode[]): ReactNode[] {
  const wrapped: ReactNode[] = [];
  let texts: ReactNode[] = [];
  const endTexts = () => {
    if (texts.length === 0) return;
    const further = texts.slice(1).map(() => null);
    wrapped.push(ownElement(joinTexts(texts)), ...further);
    texts = [];
  };
  for (const child of children) {
    if (hasNoElement(child)) {
      texts.push(child);
      continue;
    }
    endTexts();
    // A list, whose elements are distinguished by their keys.
    wrapped.push(Array.isArray(child) ? wrapList(child as ReactNode[]) : child);
  }
  endTexts();
  return wrapped;
}

const wrapList = (children: readonly ReactNode[]): ReactNode[] =>
  children.map((child, place) => (isText(child) ? ownElement(child, `text ${place}`) : child));

/** Spaces around the words stay outside, as they are not translated. */
function ownElement(given: string | number | bigint, key?: string): ReactNode {
  const text = String(given);
  const words = text.trim();
  if (words === '') return text;
  const own = jsx('span', { children: words }, key);
  if (words === text) return own;
  const begin = text.indexOf(words);
  return jsxs(Fragment, { children: [text.slice(0, begin), own, text.slice(begin + words.length)] }, key);
}
