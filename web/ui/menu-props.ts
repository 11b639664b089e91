import type { ReactNode } from 'react';
import type { LazyPopupProps } from './lazy-popup.tsx';

export type MenuItem =
  | 'separator'
  | {
      text: string;
      icon?: ReactNode;
      /** Path to open; without it, `onSelect` is called. */
      to?: string;
      onSelect?: () => void;
      danger?: boolean;
      disabled?: boolean;
    };

/** The trigger is a Button, which gets the menu's ARIA attributes. */
export type MenuProps = LazyPopupProps & {
  items: readonly MenuItem[];
  /** Content above the items, such as the signed-in user. */
  header?: ReactNode;
  align?: 'start' | 'end';
  /** Limits the menu's height to 14rem, with scrolling. */
  isShort?: boolean;
};
