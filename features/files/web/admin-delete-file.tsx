import { isolated, t } from '../../../web/languages/text.ts';
import { DeleteDialog } from '../../../web/ui/delete-dialog.tsx';
import { formatAmount } from '../../../web/ui/amount.ts';
import { Cut } from '../../../web/ui/cut-text.tsx';
import type { FileSummary } from '../file.ts';
import { isOpen } from '../files.rules.ts';
import { useDeleteFile } from './files.api.ts';

/** Length to which file names are cut (X-TRN-07). */
const NAME_LENGTH = 35;

type AdminDeleteFileProps = {
  file: FileSummary | null;
  onDeleted?: (id: number) => void;
  onClose: () => void;
};

export const AdminDeleteFile = ({ file, onDeleted, onClose }: AdminDeleteFileProps) => (
  <DeleteDialog
    item={file}
    removal={useDeleteFile()}
    title={t('files.delete.confirm')}
    description={file && <Which file={file} />}
    deletedText={t('files.delete.done')}
    failedText={t('files.delete.failed')}
    onDeleted={onDeleted}
    onClose={onClose}
  />
);

/** Points out that deleting moves no credits, which is unexpected for a paid file. */
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
        ? t('files.delete.paidHint', {
            price: formatAmount(file.price),
          })
        : t('files.delete.hint')}
    </>
  );
}
