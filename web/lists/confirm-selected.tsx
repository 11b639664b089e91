import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageFor } from '../client/api-error.ts';
import { t } from '../languages/text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast, undoAction } from '../ui/toast.tsx';
import type { SelectionInput } from './list-selection.tsx';

export type SelectedDialogProps = {
  selection: SelectionInput;
  onDone: () => void;
  onClose: () => void;
};

type ConfirmSelectedProps<Described, Result> = SelectedDialogProps & {
  described: Pick<UseQueryResult<Described>, 'data' | 'isError' | 'refetch'>;
  countOf: (described: Described) => number;
  change: Pick<UseMutationResult<Result, Error, SelectionInput & { count: number }>, 'mutate' | 'isPending' | 'error'>;
  danger?: boolean;
  titleFor: (count: number) => string;
  descriptionOf: (described: Described) => ReactNode;
  confirmText: string;
  busyText: string;
  failedText: string;
  /** The text about what was done; null if nothing was. */
  doneText: (result: Result) => string | null;
  /** Takes back what was done. */
  undo?: ((result: Result) => void) | undefined;
};

/** Asks once for all selected rows, with their current number from the server; no more than that are changed. */
export function ConfirmSelected<Described, Result extends { left_out: number }>({
  selection,
  onDone,
  onClose,
  described: { data, isError, refetch },
  countOf,
  change: { mutate, isPending, error },
  danger = false,
  titleFor,
  descriptionOf,
  confirmText,
  busyText,
  failedText,
  doneText,
  undo,
}: ConfirmSelectedProps<Described, Result>) {
  if (data === undefined && !isError) return null;
  const count = data === undefined ? 0 : countOf(data);
  const confirm = () =>
    mutate(
      { ...selection, count },
      {
        onSuccess: (result) => {
          const done = doneText(result);
          if (done !== null) toast.show(done, 'success', undo && undoAction(() => undo(result)));
          if (result.left_out > 0) toast.show(t('common.skippedChanged', { n: result.left_out }), 'info');
          onDone();
        },
        onError: () => void refetch(),
      },
    );
  const failure = data === undefined ? t('common.couldNotLoad') : error && messageFor(error, failedText);
  return (
    <ConfirmDialog
      open
      danger={danger && data !== undefined}
      title={titleFor(count)}
      description={data && descriptionOf(data)}
      confirmText={data === undefined ? t('common.retry') : confirmText}
      busyText={busyText}
      busy={isPending}
      {...(failure && { error: failure })}
      onConfirm={data === undefined ? () => void refetch() : confirm}
      onCancel={() => !isPending && onClose()}
    />
  );
}
