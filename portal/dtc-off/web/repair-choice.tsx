import { useId } from 'react';
import { sentenceText, t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import type { EcuFile } from './ecu-file.tsx';

/** Of a file with a wrong checksum: which one it is, what that means, and the choice to have it corrected first. */
export function RepairChoice({ file }: { file: EcuFile }) {
  const { upload, isRepairing, isBusy, setRepairing } = file;
  const explanationId = useId();
  return (
    <div className="grid gap-2">
      <Alert
        kind="warning"
        title={isRepairing ? t('dtc-off.wrongChecksumsCorrectedBefore') : t('dtc-off.wrongChecksumNotCorrected')}
      >
        {upload.reason === null ? null : sentenceText(upload.reason)}
      </Alert>
      <div className="rounded-control border px-4 py-2">
        <label className="flex min-h-control cursor-pointer items-center gap-3 text-body font-strong has-disabled:cursor-not-allowed">
          <input
            type="checkbox"
            checked={isRepairing}
            disabled={isBusy}
            aria-describedby={explanationId}
            onChange={(event) => setRepairing(event.target.checked)}
            className="size-5 shrink-0 accent-accent"
          />
          {t('dtc-off.correctWrongChecksumFirst')}
        </label>
        <p id={explanationId} className="text-small text-text2">
          {t('dtc-off.correctionInProof')}
        </p>
      </div>
    </div>
  );
}
