import type { Page } from 'playwright-core';

/** Checks that something has the focus and shows it. A string, because it runs in the page. */
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

/** A user with only a keyboard: counts all presses except typed text, and checks the focus. */
export interface KeyboardUser {
  /** Returns the number of presses so far. */
  presses(): number;
  press(...keys: string[]): Promise<void>;
  /** Types text, which is not counted, in lists as well. */
  type(text: string): Promise<void>;
  /** Presses Enter on a file field and chooses this file. */
  choose(file: { name: string; bytes: Buffer }): Promise<void>;
  /** Returns the name of the focused element. */
  here(): Promise<string>;
}

export function createKeyboardUser(page: Page): KeyboardUser {
  let presses = 0;
  // Registered from the start: at the press, the browser might not know of the interception in time.
  page.on('filechooser', () => undefined);
  /** `from` is where the focus was: at the end of a page, what a test looks for may have another name. */
  const look = async (from: string) => {
    const fault = await page.evaluate<string>(FOCUS);
    if (fault !== '') throw new Error(`After ${presses} presses, the last on "${from}", ${fault}`);
  };
  return {
    presses: () => presses,
    async press(...keys) {
      for (const key of keys) {
        // Checks only keys that move the focus: after Enter, the next screen may still be loading.
        const from = key.endsWith('Tab') ? await here(page) : null;
        await page.keyboard.press(key);
        presses += 1;
        if (from !== null) await look(from);
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
