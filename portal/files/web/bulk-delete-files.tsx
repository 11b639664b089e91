import { useState } from 'react';
import { t } from '../../../web/text.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { FileSummary } from '../files.contract.ts';
import { isOpen } from '../files.rules.ts';
import { useDeleteFiles } from './all-files.api.ts';

/** As many as one looks through before pressing. */
const NAMED = 5;

type BulkDeleteFilesProps = {
  files: readonly FileSummary[];
  /** The ones that are still there. */
  onDone: (left: readonly FileSummary[]) => void;
  onCancel: () => void;
};

/** One question for all of them. */
export function BulkDeleteFiles({ files, onDone, onCancel }: BulkDeleteFilesProps) {
  const [done, setDone] = useState(0);
  const { mutate, isPending } = useDeleteFiles(setDone);
  const confirm = () =>
    mutate(files, {
      onSuccess: (failed) => {
        const deleted = files.length - failed.length;
        if (deleted > 0) toast.show(t('Files deleted: {n}', { n: deleted }));
        if (failed.length > 0) toast.show(t('Files that could not be deleted: {n}', { n: failed.length }), 'error');
        onDone(failed);
      },
    });
  return (
    <ConfirmDialog
      open
      danger
      title={t('Delete {n} files?', { n: files.length })}
      description={<Which files={files} />}
      confirmText={t('Delete all')}
      busyText={t('Deleting {done} of {n}...', { done, n: files.length })}
      busy={isPending}
      onConfirm={confirm}
      onCancel={() => !isPending && onCancel()}
    />
  );
}

/** Deleting moves no credits, which nobody would guess of a paid file. */
function Which({ files }: { files: readonly FileSummary[] }) {
  const owed = files.filter((file) => file.price_status === 'PAID' && isOpen(file));
  const names = files.slice(0, NAMED).map(({ file_id, file_name }) => `${file_id} ${file_name}`);
  return (
    <>
      <span className="block wrap-anywhere">{names.join(', ')}</span>
      {files.length > NAMED && <span className="block">{t('and {n} more.', { n: files.length - NAMED })}</span>}
      {owed.length > 0 && (
        <strong className="block text-text">
          {t('{n} of them are paid: deleting does not refund. Cancel them first to refund the customers.', {
            n: owed.length,
          })}
        </strong>
      )}
      <span className="block">{t('The customers no longer see them either. This cannot be undone.')}</span>
    </>
  );
}
