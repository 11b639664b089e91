import type { ReactNode } from 'react';
import { behindButton, type BehindButtonProps } from './behind-button.tsx';

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
export type MenuProps = BehindButtonProps & {
  items: readonly MenuItem[];
  /** Anything above the items, such as who is signed in. */
  header?: ReactNode;
  align?: 'start' | 'end';
  /** At most 14rem high; the rest is scrolled to. */
  isShort?: boolean;
};

export const Menu = behindButton<MenuProps>(async () => (await import('./opened-menu.tsx')).OpenedMenu, 'menu');
