/** Returns the texts of a part of the page that are translated: more than spaces, and not marked otherwise. */
function listTextNodes(part: Node): Text[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() !== '' && !text.parentElement?.closest('[translate=no]')) found.push(text);
  }
  return found;
}

/** Does to a page what a browser's translation does: each text node makes way for a new one in two elements. */
export function translatePage(part: Node): void {
  for (const text of listTextNodes(part)) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

/** Returns the texts whose nodes React holds: it would fail to change or remove them once the page is translated. */
export const findReactTexts = (part: Node): string[] =>
  listTextNodes(part).flatMap((text) =>
    Object.keys(text).some((key) => key.startsWith('__reactFiber$')) ? text.data : [],
  );
