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
          if (deleted > 0) toast.show(t('files.filesDeletedN', { n: deleted }));
          if (left_out > 0) toast.show(t('common.leftOutChangedMeanwhileN', { n: left_out }), 'info');
          onDone();
        },
        onError: () => void refetch(),
      },
    );
  const failure =
    data === undefined ? t('common.couldNotLoad') : error && messageFor(error, t('files.couldNotDeleted'));
  return (
    <ConfirmDialog
      open
      danger={data !== undefined}
      title={t('files.deleteNFiles', { n: count })}
      description={data && <Which files={data} />}
      confirmText={data === undefined ? t('common.retry') : t('files.deleteAll')}
      busyText={t('common.deleting')}
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
      {count > named.length && <span className="block">{t('common.nMore', { n: count - named.length })}</span>}
      {owed > 0 && <strong className="block text-text">{t('files.deletingDoesNotRefundSome', { n: owed })}</strong>}
      <span className="block">{t('files.deletionHidesFromCustomers')}</span>
    </>
  );
}
