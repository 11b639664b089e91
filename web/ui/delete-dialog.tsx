import type { ReactNode } from 'react';
import { messageFor } from '../client/api-error.ts';
import { t } from '../languages/text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { toast, undoAction } from './toast.tsx';

type Removal = {
  mutate: (id: number, handlers: { onSuccess: () => void; onError: () => void }) => void;
  reset: () => void;
  isPending: boolean;
  error: Error | null;
};

export type DeleteDialogProps<Item> = {
  /** Null while nothing is to be deleted. */
  item: Item | null;
  removal: Removal;
  title: string;
  description: ReactNode;
  /** Omitted if the list itself shows the deletion. */
  deletedText?: string;
  /** Takes the deletion back, where the record is kept in the bin. */
  undo?: ((item: Item) => void) | undefined;
  failedText: string;
  onDeleted?: ((id: number) => void) | undefined;
  onClose: () => void;
};

/** Confirms a deletion. A refusal keeps the dialog open with its reason; a toast shows the specified text. */
export function DeleteDialog<Item extends { id: number }>(props: DeleteDialogProps<Item>) {
  const { item, removal, title, description, deletedText, undo, failedText, onDeleted, onClose } = props;
  const close = () => {
    removal.reset();
    onClose();
  };
  const confirm = (deleted: Item) =>
    removal.mutate(deleted.id, {
      onSuccess: () => {
        if (deletedText !== undefined) toast.show(deletedText, 'success', undo && undoAction(() => undo(deleted)));
        onDeleted?.(deleted.id);
        close();
      },
      onError: () => toast.show(failedText, 'error'),
    });
  return (
    <ConfirmDialog
      open={item !== null}
      title={title}
      description={description}
      confirmText={t('common.delete')}
      busyText={t('common.deleting')}
      danger
      busy={removal.isPending}
      error={messageFor(removal.error, '')}
      onConfirm={() => item && confirm(item)}
      onCancel={close}
    />
  );
}
