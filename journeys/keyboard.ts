import type { Page } from 'playwright-core';

/** As text, because it runs in the page: what has the focus, and how it is shown. */
const FOCUS = `(() => {
  const active = document.activeElement;
  if (!active || active === document.body) return 'the focus is lost';
  const shown = [active, active.closest('label')].some((element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  });
  return shown ? '' : 'the focus cannot be seen on ' + active.outerHTML.slice(0, 120);
})()`;

/** A user with a keyboard alone: counts every press that is not text, and looks where the focus is. */
export interface Hands {
  /** So many presses so far. */
  presses(): number;
  press(...keys: string[]): Promise<void>;
  /** Text costs nothing, in a list as well. */
  type(text: string): Promise<void>;
  /** Enter on a file field, and the file that is then chosen. */
  choose(file: { name: string; bytes: Buffer }): Promise<void>;
  /** What has the focus, by its name. */
  here(): Promise<string>;
}

export function handsOn(page: Page): Hands {
  let presses = 0;
  // Stored from the start: requested at the press, the browser might not know it yet.
  page.on('filechooser', () => undefined);
  const look = async () => {
    const fault = await page.evaluate<string>(FOCUS);
    if (fault !== '') throw new Error(`After ${presses} presses ${fault}`);
  };
  return {
    presses: () => presses,
    async press(...keys) {
      for (const key of keys) {
        await page.keyboard.press(key);
        presses += 1;
        // Only what moves the focus: after Enter the next screen is still on its way.
        if (key.endsWith('Tab')) await look();
      }
    },
    type: (text) => page.keyboard.type(text),
    async choose({ name, bytes }) {
      const chooser = page.waitForEvent('filechooser', { timeout: 5000 }).catch(async () => {
        throw new Error(`Enter chose no file; the focus is on "${await here(page)}"`);
      });
      await page.keyboard.press('Enter');
      presses += 1;
      await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
    },
    here: () => here(page),
  };
}

const here = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `(() => {
      const active = document.activeElement;
      const label = active.labels && active.labels[0] ? active.labels[0].textContent : active.textContent;
      return active.getAttribute('aria-label') || label.trim().slice(0, 60);
    })()`,
  );
