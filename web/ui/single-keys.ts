import { storedFlag } from './stored-flag.ts';

/** Shortcuts of one letter can be switched off (WCAG 2.1.4): speech input would set them off by accident. */
const singleKeys = storedFlag('singleKeys', true);

export const areSingleKeysOn = singleKeys.isOn;
export const chooseSingleKeys = singleKeys.set;
export const onSingleKeysChange = singleKeys.subscribe;

/** Moving in a list goes on while the key is held; anything else would be done over and over. */
const HELD = new Set(['j', 'k']);

/** Controls of a form that take no letters. */
const PRESSED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file'];
const TYPED_IN = `input${PRESSED.map((type) => `:not([type="${type}"])`).join('')}, textarea, select`;

/** Whether a key press is free to be a shortcut: no typing, no dialog, no modifier. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return false;
  if (event.repeat && !HELD.has(event.key)) return false;
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return false;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return true;
  return !target.isContentEditable && !target.closest(TYPED_IN);
}
