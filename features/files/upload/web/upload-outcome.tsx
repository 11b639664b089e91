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
        title={t('files.further.missingTitle')}
        description={
          <span className="wrap-anywhere">{t('files.further.missingHint', { names: missing.join(', ') })}</span>
        }
        footer={<Button onClick={onMissing}>{t('files.further.openFile')}</Button>}
      />
      <Modal
        open={outcome === 'success'}
        onClose={onSuccess}
        tone="success"
        title={t('files.upload.doneTitle')}
        description={t('files.upload.doneHint')}
        autoContinueMs={SHOWN_MS}
        onContinue={onSuccess}
      />
      <Modal
        open={outcome === 'failure'}
        onClose={onFailure}
        tone="error"
        title={t('files.upload.failed')}
        description={t('files.upload.failedHint')}
        footer={<Button onClick={onRetry}>{t('common.retry')}</Button>}
        autoContinueMs={SHOWN_MS}
        onContinue={onFailure}
      />
    </>
  );
}
