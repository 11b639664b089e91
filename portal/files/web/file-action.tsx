import type { ReactNode } from 'react';

/** Something that can be done with the file of a page: a button there, and an entry of the palette. */
export interface Action {
  text: string;
  icon: ReactNode;
  onSelect: () => void;
  busy?: boolean;
  /** Only shown: the keys that do it. */
  keys?: string;
  /** The letter that does it. */
  shortcut?: string;
}
