import { lazyDialog } from './lazy-dialog.tsx';
import type { ModalProps } from './opened-modal.tsx';
import { noteOpeners } from './opener.ts';

noteOpeners();

/** The base of every dialog. Its code, a quarter of a list's weight, loads with the first press. */
export const Modal = lazyDialog<ModalProps>(async () => (await import('./opened-modal.tsx')).OpenedModal);
