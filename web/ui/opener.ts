/** What opened the dialog that is about to take the focus, and gets it back afterwards. */
export const openerNow = (): HTMLElement | null => openerOf(document.activeElement) ?? lastOpener;

/** A menu closes together with its items, so a dialog opened from it goes back to the menu's button. */
function openerOf(active: Element | null): HTMLElement | null {
  const menuButtonId = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menuButtonId ? document.getElementById(menuButtonId) : active;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

let lastOpener: HTMLElement | null = null;

/** At every focus, from the first on: a menu may be gone before its dialog is drawn. */
export function noteOpeners() {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') === null) {
      lastOpener = openerOf(target);
    }
  });
}
