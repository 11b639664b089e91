import type { Page } from 'playwright-core';

/**
 * Counts on the document: Playwright repeats a press if the control has moved meanwhile, and intercepts the missed
 * press at the window, before it gets here. A dropped file counts as well, and so does a letter that is no text.
 */
const COUNT_PRESSES = `(() => {
  const count = () => sessionStorage.setItem('presses', Number(sessionStorage.getItem('presses')) + 1);
  document.addEventListener('pointerdown', count, true);
  document.addEventListener('drop', count, true);
  document.addEventListener('keydown', ({ key, target }) => {
    const isText = target instanceof Element && target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])');
    if (!isText && key !== 'Control') count();
  }, true);
})()`;

/** Counts presses and keys across the pages of a visit; text, and the Enter that ends it, is not counted. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(COUNT_PRESSES);
  const read = async () => Number(await page.evaluate<string | null>("sessionStorage.getItem('presses')"));
  const start = await read().catch(() => 0);
  return async () => (await read()) - start;
}

/** Drops a file on the page, beside everything that takes files. */
export const dropFile = (page: Page, { name, bytes }: { name: string; bytes: Buffer }): Promise<void> =>
  page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (one) => one.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], ${JSON.stringify(name)}));
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  })()`);
