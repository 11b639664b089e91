import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Modal } from '../../../web/ui/modal.tsx';

/** 000 §9. */
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
        title={t('Success!')}
        description={t('Your file has been uploaded successfully.')}
        autoContinueMs={SHOWN_MS}
        onContinue={onSuccess}
      />
      <Modal
        open={outcome === 'failure'}
        onClose={onFailure}
        tone="error"
        title={t('Upload Failed')}
        description={t('There was an error uploading your file. Please try again.')}
        footer={<Button onClick={onRetry}>{t('Retry')}</Button>}
        autoContinueMs={SHOWN_MS}
        onContinue={onFailure}
      />
    </>
  );
}
