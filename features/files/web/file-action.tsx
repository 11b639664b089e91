import type { ReactNode } from 'react';

/** Something that can be done with the file of a page: a button there, and an entry in the palette. */
export interface Action {
  text: string;
  icon: ReactNode;
  onSelect: () => void;
  busy?: boolean;
  /** The keys that trigger it, for display only. */
  keys?: string;
  /** The letter that triggers it. */
  shortcut?: string;
}
