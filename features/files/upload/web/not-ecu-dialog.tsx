import { t } from '../../../../web/languages/text.ts';
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx';

export type NotEcuDialogProps = { open: boolean; fileName: string; onUpload: () => void; onClose: () => void };

/** The one question about a file that does not look like an ECU file; once confirmed, the file is sent. */
export function NotEcuDialog({ open, fileName, onUpload, onClose }: NotEcuDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title={t('files.identification.notEcuConfirm')}
      description={<span className="font-mono wrap-anywhere">{fileName}</span>}
      confirmText={t('files.identification.notEcuConfirmButton')}
      cancelText={t('files.identification.notEcuCancelButton')}
      onConfirm={onUpload}
      onCancel={onClose}
    />
  );
}
