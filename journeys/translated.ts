import type { Page } from 'playwright-core';

/**
 * Translates a page as a browser does, and keeps at it: each text node makes way for a new one in two elements. The
 * words stay, so that a text that no longer changes is noticed. A string, because it runs in the page.
 */
const TRANSLATE = `(() => {
  const isLeftAlone = (text) => text.data.trim() === '' ||
    text.parentElement?.closest('font, script, style, title, textarea, option, [translate=no], [contenteditable=true]');
  const translate = (part) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.isConnected || isLeftAlone(text)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  new MutationObserver(() => translate(document.body)).observe(document.body, { childList: true, characterData: true, subtree: true });
  translate(document.body);
})()`;

/** Begins once the page is hydrated, as a browser does on a machine that is not busy. */
export const translate = (page: Page): Promise<unknown> => page.evaluate(TRANSLATE);

/** Returns the texts whose nodes React holds, which it could no longer change. A string, because it runs in the page. */
export const findReactTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const isHeld = Object.keys(text).some((key) => key.startsWith('__reactFiber$'));
      if (isHeld && text.data.trim() !== '' && !text.parentElement.closest('[translate=no]')) found.push(text.data);
    }
    return found;
  })()`);

/** What a screen reports when a part of it is broken; refused calls are not meant. */
export const isBroken = (failure: string): boolean => !failure.startsWith('Failed to load resource');
