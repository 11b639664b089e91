import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Modal } from '../../../../web/ui/modal.tsx';

/** Taken from the specification. */
const SHOWN_MS = 3000;

type UploadOutcomeProps = {
  outcome: 'success' | 'failure' | null;
  /** Further files that did not arrive although the order did; they can be added on its page. */
  missing: readonly string[];
  onMissing: () => void;
  onSuccess: () => void;
  onFailure: () => void;
  onRetry: () => void;
};

/** Outcome of the upload; success and failure both go on by themselves after three seconds (X-ERR-18, X-ERR-19). */
export function UploadOutcome({ outcome, missing, onMissing, onSuccess, onFailure, onRetry }: UploadOutcomeProps) {
  return (
    <>
      <Modal
        open={missing.length > 0}
        onClose={onMissing}
        tone="error"
        title={t('further-files.someMissing')}
        description={
          <span className="wrap-anywhere">{t('further-files.addMissing', { names: missing.join(', ') })}</span>
        }
        footer={<Button onClick={onMissing}>{t('further-files.openFile')}</Button>}
      />
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
