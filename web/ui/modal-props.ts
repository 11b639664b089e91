import type { ReactNode, RefObject } from 'react';

export type ModalProps = {
  open: boolean;
  /** Esc, the close button and a press outside. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, right-aligned; the main one last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  tone?: 'success' | 'error';
  /** Gets the focus on opening; otherwise the first control does. */
  initialFocus?: RefObject<HTMLElement | null>;
  role?: 'dialog' | 'alertdialog';
  /** Continues by itself after so long. A "Continue" button is added, and every way of closing continues. */
  autoContinueMs?: number;
  onContinue?: () => void;
  /** Something was typed or chosen that closing would lose: Esc, the close button and a press outside ask first. */
  unsaved?: boolean;
};
