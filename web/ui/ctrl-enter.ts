import type { KeyboardEvent } from 'react';

/** Submits a form from any of its fields, also from those where Enter alone means something else. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const isChord = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!isChord || event.repeat || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
