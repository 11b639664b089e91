import { lazyDialog } from './lazy-dialog.tsx';
import type { ModalProps } from './modal-props.ts';
import { noteOpeners } from './opener.ts';

noteOpeners();

/** Every dialog. Its frame is a quarter of what a list weighs, so it comes with the first press. */
export const Modal = lazyDialog<ModalProps>(async () => (await import('./opened-modal.tsx')).OpenedModal);
