import { useRef } from 'react';
import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  title: string;
  description?: ReactNode;
  /** Text of the confirm button, with the verb: "Delete file", not "OK". */
  confirmText: string;
  cancelText?: string;
  danger?: boolean;
  busy?: boolean;
  busyText?: string;
  error?: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Focuses Cancel first, so that Enter never destroys anything by accident. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={props.open}
      onClose={props.onCancel}
      title={props.title}
      description={props.description}
      role="alertdialog"
      initialFocus={cancelButton}
      footer={
        <>
          <Button ref={cancelButton} onClick={props.onCancel}>
            {props.cancelText ?? t('common.cancel')}
          </Button>
          <Button
            variant={props.danger ? 'danger' : 'primary'}
            busy={props.busy}
            busyText={props.busyText}
            onClick={props.onConfirm}
          >
            {props.confirmText}
          </Button>
        </>
      }
    >
      {props.error && <Alert kind="danger">{props.error}</Alert>}
    </Modal>
  );
}
