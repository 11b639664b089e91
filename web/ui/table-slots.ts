import { useState } from 'react';

type Key = string | number;

/**
 * Reuses the elements of removed rows for new ones: a search with other results then changes the content of rows
 * instead of recreating them, which takes half as long. A row that stays keeps its elements. The elements of a focused
 * row are not reused while they have the focus, which must not end up on a button of another row.
 */
export function useSlots(keys: readonly Key[], isOn: boolean): (key: Key) => Key {
  const [slots] = useState(() => new Map<Key, number>());
  if (!isOn) return (key) => key;
  assignSlots(slots, keys, findFocusedSlot());
  return (key) => `slot ${slots.get(key)}`;
}

function findFocusedSlot(): number | null {
  const slot = document.activeElement?.closest<HTMLElement>('[data-slot]')?.dataset.slot;
  return slot === undefined ? null : Number(slot.slice('slot '.length));
}

/** Assigns slots to keys; called again with the same keys, it changes nothing. */
export function assignSlots(slots: Map<Key, number>, keys: readonly Key[], focused: number | null): void {
  const shown = new Set(keys);
  const left = [...slots].filter(([key, slot]) => !shown.has(key) && slot !== focused).map(([, slot]) => slot);
  let unused = Math.max(-1, ...slots.values()) + 1;
  for (const key of slots.keys()) if (!shown.has(key)) slots.delete(key);
  for (const key of keys) if (!slots.has(key)) slots.set(key, left.shift() ?? unused++);
}
