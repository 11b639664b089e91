import { messageFor } from '../../../web/api-error.ts';
import { isolated, t } from '../../../web/text.ts';
import { amount } from '../../../web/ui/amount.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Cut } from '../../../web/ui/cut-text.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { FileSummary } from '../files.contract.ts';
import { isOpen } from '../files.rules.ts';
import { useDeleteFile } from './files.api.ts';

/** X-TRN-07. */
const NAME_LENGTH = 35;

type AdminDeleteFileProps = {
  file: FileSummary | null;
  onDeleted?: (id: number) => void;
  onClose: () => void;
};

export function AdminDeleteFile({ file, onDeleted, onClose }: AdminDeleteFileProps) {
  const deleteFile = useDeleteFile();
  const close = () => {
    deleteFile.reset();
    onClose();
  };
  const confirm = (id: number) =>
    deleteFile.mutate(id, {
      onSuccess: () => {
        toast.show(t('files.fileDeletedSuccessfully'));
        onDeleted?.(id);
        close();
      },
      onError: () => toast.show(t('files.failedDeleteFileTryAgain'), 'error'),
    });
  return (
    <ConfirmDialog
      open={file !== null}
      title={t('files.sureWantDeleteFile')}
      description={file && <Which file={file} />}
      confirmText={t('common.delete')}
      busyText={t('common.deleting')}
      danger
      busy={deleteFile.isPending}
      error={messageFor(deleteFile.error, '')}
      onConfirm={() => file && confirm(file.id)}
      onCancel={close}
    />
  );
}

/** Deleting moves no credits, which is unexpected for a paid file. */
function Which({ file }: { file: FileSummary }) {
  const isOwed = file.price_status === 'PAID' && isOpen(file);
  return (
    <>
      <strong className="text-text wrap-anywhere">
        <Cut text={file.file_name} length={NAME_LENGTH} />
      </strong>{' '}
      ({file.file_id}, {isolated(file.username)})
      <br />
      {isOwed
        ? t('files.filePaidDeletingDoesNot', {
            price: amount(file.price),
          })
        : t('files.customerNoLongerSeesEither')}
    </>
  );
}
