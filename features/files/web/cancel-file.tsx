import { useState } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { useCancelFile } from './files.api.ts';

type CancelFileProps = {
  fileId: number;
  /** Marks the next change as the reader's own, as in the payment. */
  acknowledge: () => () => void;
  onCanceled: () => void;
};

export function CancelFile({ fileId, acknowledge, onCanceled }: CancelFileProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useCancelFile();
  const cancel = () => {
    const undoAcknowledge = acknowledge();
    mutate(fileId, { onSuccess: onCanceled, onError: undoAcknowledge });
  };
  return (
    <>
      <Button
        small
        variant="danger"
        onClick={() => {
          reset();
          setAsking(true);
        }}
      >
        {t('common.cancelFile')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('files.cancel.confirm')}
        description={t('files.cancel.customerHint')}
        confirmText={t('common.cancelFile')}
        cancelText={t('files.cancel.keepButton')}
        busy={isPending}
        error={error ? messageFor(error, t('common.somethingWentWrong')) : undefined}
        onConfirm={cancel}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
