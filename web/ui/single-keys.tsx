import { useId, useSyncExternalStore } from 'react';
import { createStoredFlag } from './stored-flag.ts';
import { t } from '../languages/text.ts';
import { CheckboxRow } from './checkbox-row.tsx';

/** Single-letter shortcuts can be switched off (WCAG 2.1.4), because speech input would trigger them by accident. */
const singleKeys = createStoredFlag('singleKeys', true);

export const areSingleKeysOn = singleKeys.isOn;
export const chooseSingleKeys = singleKeys.set;
const onSingleKeysChange = singleKeys.subscribe;

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

/** Switch that turns single-letter shortcuts off (WCAG 2.1.4). */
export function SingleKeysChoice() {
  const isOn = useSyncExternalStore(onSingleKeysChange, areSingleKeysOn);
  const hint = useId();
  return (
    <div>
      <CheckboxRow checked={isOn} aria-describedby={hint} onChange={chooseSingleKeys}>
        {t('common.singleKeys.label')}
      </CheckboxRow>
      <p id={hint} className="text-small text-text3">
        {t('common.singleKeys.hint')}
      </p>
    </div>
  );
}
