import { t } from '../../../../web/languages/text.ts';
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx';

export type NotEcuDialogProps = { open: boolean; fileName: string; onUpload: () => void; onClose: () => void };

/** The one question about a file that does not look like an ECU file; once confirmed, the file is sent. */
export function NotEcuDialog({ open, fileName, onUpload, onClose }: NotEcuDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title={t('identification.uploadNotEcuFile')}
      description={<span className="font-mono wrap-anywhere">{fileName}</span>}
      confirmText={t('identification.uploadAnyway')}
      cancelText={t('identification.backToFile')}
      onConfirm={onUpload}
      onCancel={onClose}
    />
  );
}
