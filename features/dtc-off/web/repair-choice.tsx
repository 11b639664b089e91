import { useId } from 'react';
import { sentenceText, t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { CheckboxRow } from '../../../web/ui/checkbox-row.tsx';
import type { EcuFile } from './ecu-file.tsx';

/** For a file with a wrong checksum: which one it is, what that means, and the option to have it corrected first. */
export function RepairChoice({ file }: { file: EcuFile }) {
  const { upload, isRepairing, isBusy, setRepairing } = file;
  const explanationId = useId();
  return (
    <div className="grid gap-2">
      <Alert kind="warning" title={isRepairing ? t('dtc-off.repair.chosenTitle') : t('dtc-off.repair.requiredTitle')}>
        {upload.reason === null ? null : sentenceText(upload.reason)}
      </Alert>
      <div className="rounded-control border px-4 py-2">
        <CheckboxRow
          isStrong
          checked={isRepairing}
          disabled={isBusy}
          aria-describedby={explanationId}
          onChange={setRepairing}
        >
          {t('dtc-off.repair.choice')}
        </CheckboxRow>
        <p id={explanationId} className="text-small text-text2">
          {t('dtc-off.repair.hint')}
        </p>
      </div>
    </div>
  );
}
