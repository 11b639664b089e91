import { useEffect, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { Summary } from '../../../../ecu/summary.ts';
import { useSummary } from './use-summary.ts';
import { t, chooseText } from '../../../../web/languages/text.ts';
import { Spinner } from '../../../../web/ui/spinner.tsx';
import { FILE_FIELD_LABELS } from '../../file-field-labels.ts';
import type { Identification } from '../../identification/identification.calls.ts';
import { identificationOf, looksLikeEcuFile } from '../../identification/identification.rules.ts';
import { ControlUnitName } from '../../identification/web/control-unit-name.tsx';
import { Contradictions, ReadFindings } from '../../identification/web/read-findings.tsx';
import { ECU_FIELDS, vehicleOfIdentification } from '../vehicle-of-ecu.rules.ts';
import { keepFilled, readFilled } from './upload-memory.tsx';
import type { UploadForm } from './solution-choice.tsx';

export type ReadCheckResultProps = {
  form: UploadForm;
  file: File;
  onRead: (read: ReadFile) => void;
};

export type ReadFile = {
  file: File;
  /** False when the file looks like something else altogether. */
  isEcuFile: boolean;
  /** Null when this browser could not read it. */
  summary: Summary | null;
};

/** What was read in the chosen file, and which fields were filled in from it. */
export default function ReadCheckResult({ form, file, onRead }: ReadCheckResultProps) {
  const summary = useSummary(file);
  const identification = useMemo(
    () => (summary === null || typeof summary === 'string' ? null : identificationOf(summary)),
    [summary],
  );
  useFillIn(form, identification);
  useEffect(() => {
    if (summary === null || summary === 'reading') return;
    const isEcuFile = identification === null || looksLikeEcuFile(identification);
    onRead({ file, isEcuFile, summary: summary === 'failed' ? null : summary });
    // Reported once for each result of reading.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [summary]);
  if (summary !== 'reading' && identification === null) return null;
  return (
    <section
      aria-label={t('files.identification.title')}
      aria-live="polite"
      className="mt-4 grid gap-3 rounded-control border p-4"
    >
      {identification === null ? (
        <p className="flex items-center gap-2 text-body text-text2">
          <Spinner />
          {t('files.identification.readingFile')}
        </p>
      ) : (
        <Read form={form} identification={identification} />
      )}
    </section>
  );
}

/** Fills empty fields, and those that still hold what the previous file has filled in. */
function useFillIn(form: UploadForm, identification: Identification | null): void {
  useEffect(() => {
    if (identification === null) return;
    const shouldValidate = form.formState.isSubmitted;
    const read = vehicleOfIdentification(identification);
    const before = readFilled();
    const open = ECU_FIELDS.filter((name) => ['', before[name]].includes(form.getValues(name)));
    keepFilled(Object.fromEntries(open.map((name) => [name, read[name]])));
    for (const name of open) {
      if (form.getValues(name) !== read[name]) form.setValue(name, read[name], { shouldValidate });
    }
  }, [form, identification]);
}

type ReadProps = { form: UploadForm; identification: Identification };

function Read({ form, identification }: ReadProps) {
  const [brand, model, ecu, petrol_type] = useWatch({ control: form.control, name: ECU_FIELDS });
  const entered = { brand, model, ecu, petrol_type };
  const fromFile = readFilled();
  const filled = ECU_FIELDS.filter((name) => entered[name] !== '' && entered[name] === fromFile[name]);
  return (
    <>
      <ControlUnitName identification={identification} />
      <Contradictions entered={entered} identification={identification} />
      <ReadFindings identification={identification} />
      {filled.length > 0 && (
        <p className="text-small text-text2">
          {t('files.identification.filledIn', {
            fields: filled.map((field) => chooseText(FILE_FIELD_LABELS[field].form)).join(', '),
          })}
        </p>
      )}
    </>
  );
}
