/** Returns the element that opened the dialog and gets the focus back when it closes. */
export const findCurrentOpener = (): HTMLElement | null => findOpener(document.activeElement) ?? lastOpener;

/** For a menu item, returns the menu's button, because the item disappears when the menu closes. */
function findOpener(active: Element | null): HTMLElement | null {
  const menuButtonId = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menuButtonId ? document.getElementById(menuButtonId) : active;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

let lastOpener: HTMLElement | null = null;

/** Records the opener at every focus change, because a menu may have closed before its dialog is rendered. */
export function noteOpeners() {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') === null) {
      lastOpener = findOpener(target);
    }
  });
}
