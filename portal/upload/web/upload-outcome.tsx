import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Modal } from '../../../web/ui/modal.tsx';

/** As specified. */
const SHOWN_MS = 3000;

type UploadOutcomeProps = {
  outcome: 'success' | 'failure' | null;
  onSuccess: () => void;
  onFailure: () => void;
  onRetry: () => void;
};

/** What became of the upload; both go on by themselves after three seconds (X-ERR-18, X-ERR-19). */
export function UploadOutcome({ outcome, onSuccess, onFailure, onRetry }: UploadOutcomeProps) {
  return (
    <>
      <Modal
        open={outcome === 'success'}
        onClose={onSuccess}
        tone="success"
        title={t('upload.success')}
        description={t('upload.fileUploadedSuccessfully')}
        autoContinueMs={SHOWN_MS}
        onContinue={onSuccess}
      />
      <Modal
        open={outcome === 'failure'}
        onClose={onFailure}
        tone="error"
        title={t('upload.uploadFailed')}
        description={t('upload.errorUploadingFileTryAgain')}
        footer={<Button onClick={onRetry}>{t('common.retry')}</Button>}
        autoContinueMs={SHOWN_MS}
        onContinue={onFailure}
      />
    </>
  );
}
