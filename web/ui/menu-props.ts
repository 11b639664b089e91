import type { ReactNode } from 'react';
import type { LazyPopupProps } from './lazy-popup.tsx';

export type MenuItem =
  | 'separator'
  | {
      text: string;
      icon?: ReactNode;
      /** Where to go; otherwise `onSelect` acts. */
      to?: string;
      onSelect?: () => void;
      danger?: boolean;
      disabled?: boolean;
    };

/** The trigger is a Button; it gets the menu's ARIA attributes. */
export type MenuProps = LazyPopupProps & {
  items: readonly MenuItem[];
  /** Anything above the items, such as who is signed in. */
  header?: ReactNode;
  align?: 'start' | 'end';
  /** At most 14rem high; the rest is scrolled to. */
  isShort?: boolean;
};
