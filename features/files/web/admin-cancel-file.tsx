import { useNavigate } from 'react-router';
import { messageFor } from '../../../web/client/api-error.ts';
import { isolated, t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { statusText } from '../../../web/ui/badge.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { FileDetail } from '../file.ts';
import { adminCancelRefusal } from '../files.rules.ts';
import type { FileDialogProps } from './admin-file-dialog.tsx';
import { cancelFileText } from './file-action.tsx';
import { useCancelFile } from './files.api.ts';

/**
 * Offered for every open file, also a paid one (X-STA-16); shows what will happen, which depends on the payment. A file
 * that somebody else ends while this is open has nothing left to cancel.
 */
export function AdminCancelFile({ file, acknowledge, onClose }: FileDialogProps) {
  const { mutate, isPending, error } = useCancelFile();
  const navigate = useNavigate();
  const cancel = () => {
    const undoAcknowledge = acknowledge();
    mutate(file.id, {
      onSuccess: (detail) => {
        toast.show(describeOutcome(detail));
        void navigate('/admin/all-files');
      },
      onError: undoAcknowledge,
    });
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t('files.cancel.confirm')}
      description={
        <>
          <strong className="text-text wrap-anywhere">{file.file_name}</strong> ({file.file_id},{' '}
          {isolated(file.username)})
          <br />
          {describeConsequence(file)}
        </>
      }
      confirmText={cancelFileText(file)}
      cancelText={t('files.cancel.keepButton')}
      busy={isPending}
      error={error ? messageFor(error, t('common.somethingWentWrong')) : undefined}
      onConfirm={cancel}
      onCancel={onClose}
    />
  );
}

function describeConsequence(file: FileDetail['file']): string {
  const { price, username } = file;
  if (adminCancelRefusal(file) !== null) {
    return t('files.cancel.impossible', { status: statusText(file.status) });
  }
  if (file.price_status === 'PAID') {
    return t('files.cancel.refundedHint', {
      username,
      price: formatAmount(price),
    });
  }
  return file.feasible === 'NOT_POSSIBLE' ? t('files.cancel.notSupportedHint') : t('files.cancel.canceledHint');
}

const describeOutcome = ({ file }: FileDetail): string =>
  file.price_status === 'REFUNDED'
    ? t('files.cancel.refunded', { price: formatAmount(file.price) })
    : t('files.cancel.done');
