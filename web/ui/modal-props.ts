import type { ReactNode, RefObject } from 'react';

export type ModalProps = {
  open: boolean;
  /** Called on Esc, the close button and a press outside. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Right-aligned buttons, with the main one last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  tone?: 'success' | 'error';
  /** Element to focus on opening; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>;
  role?: 'dialog' | 'alertdialog';
  /** Calls `onContinue` after this time. Adds a "Continue" button; every way of closing continues as well. */
  autoContinueMs?: number;
  onContinue?: () => void;
  /** Whether closing would lose input: Esc, the close button and a press outside then ask first. */
  unsaved?: boolean;
};
