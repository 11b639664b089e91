import { messageFor } from '../../../web/api-error.ts';
import type { SelectionInput } from '../../../web/lists/list-selection.tsx';
import { t } from '../../../web/text.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { ReplyOf } from '../../endpoint.ts';
import type { describeSelectedFiles } from '../files.contract.ts';
import { useDeleteFiles, useSelectedFiles } from './all-files.api.ts';

export type BulkDeleteFilesProps = {
  selection: SelectionInput;
  onDone: () => void;
  onClose: () => void;
};

/** One question for all of them, with their number as the server has it now; more than that are not deleted. */
export function BulkDeleteFiles({ selection, onDone, onClose }: BulkDeleteFilesProps) {
  const { data, isError, refetch } = useSelectedFiles(selection);
  const { mutate, isPending, error } = useDeleteFiles();
  if (data === undefined && !isError) return null;
  const count = data?.count ?? 0;
  const confirm = () =>
    mutate(
      { ...selection, count },
      {
        onSuccess: ({ deleted, left_out }) => {
          if (deleted > 0) toast.show(t('Files deleted: {n}', { n: deleted }));
          if (left_out > 0) toast.show(t('Left out, as they have changed meanwhile: {n}', { n: left_out }), 'info');
          onDone();
        },
        onError: () => void refetch(),
      },
    );
  const failure = data === undefined ? t('Could not load.') : error && messageFor(error, t('Could not be deleted.'));
  return (
    <ConfirmDialog
      open
      danger={data !== undefined}
      title={t('Delete {n} files?', { n: count })}
      description={data && <Which files={data} />}
      confirmText={data === undefined ? t('Retry') : t('Delete all')}
      busyText={t('Deleting...')}
      busy={isPending}
      {...(failure && { error: failure })}
      onConfirm={data === undefined ? () => void refetch() : confirm}
      onCancel={() => !isPending && onClose()}
    />
  );
}

/** Deleting moves no credits, which is unexpected for a paid file. */
function Which({ files: { count, named, owed } }: { files: ReplyOf<typeof describeSelectedFiles> }) {
  return (
    <>
      <span className="block wrap-anywhere">
        {named.map(({ file_id, file_name }) => `${file_id} ${file_name}`).join(', ')}
      </span>
      {count > named.length && <span className="block">{t('and {n} more.', { n: count - named.length })}</span>}
      {owed > 0 && (
        <strong className="block text-text">
          {t('{n} of them are paid: deleting does not refund. Cancel them first to refund the customers.', { n: owed })}
        </strong>
      )}
      <span className="block">{t('The customers no longer see them either. This cannot be undone.')}</span>
    </>
  );
}
