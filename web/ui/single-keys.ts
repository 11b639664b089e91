import { createStoredFlag } from './stored-flag.ts';

/** Single-letter shortcuts can be switched off (WCAG 2.1.4), because speech input would trigger them by accident. */
const singleKeys = createStoredFlag('singleKeys', true);

export const areSingleKeysOn = singleKeys.isOn;
export const chooseSingleKeys = singleKeys.set;
export const onSingleKeysChange = singleKeys.subscribe;

/** Keys that repeat while held, to move through a list; any other action would be repeated by accident. */
const HELD = new Set(['j', 'k']);

/** Input types that do not accept text. */
const PRESSED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file'];
const TYPED_IN = `input${PRESSED.map((type) => `:not([type="${type}"])`).join('')}, textarea, select`;

/** Whether a key press may be a shortcut: no typing, no open dialog, no modifier key. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return false;
  if (event.repeat && !HELD.has(event.key)) return false;
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return false;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return true;
  return !target.isContentEditable && !target.closest(TYPED_IN);
}
