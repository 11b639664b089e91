import { lazy, Suspense, useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { Summary } from '../../../../ecu/summary.ts';
import { t } from '../../../../web/languages/text.ts';
import { Field } from '../../../../web/ui/field.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { joinDtcText, MAX_DTC_TEXT_LENGTH } from '../../files.rules.ts';
import type { ReadFile } from './read-check-result.tsx';
import type { UploadForm } from './solution-choice.tsx';

/** If a part does not load, nothing is shown: codes can be typed. */
const CodesOfFile = lazy(() => import('./codes-of-file.tsx').catch(() => ({ default: () => null })));
const CodesOfText = lazy(() => import('./codes-of-text.tsx').catch(() => ({ default: () => null })));
const CodesOfReport = lazy(() => import('./codes-of-report.tsx').catch(() => ({ default: () => null })));

type DtcFieldProps = { form: UploadForm; read: ReadFile | null };

/** The codes that are ordered off: in the customer's words, and from the file's list where there is one. */
export function DtcField({ form, read }: DtcFieldProps) {
  const list = keepListed(read?.summary ?? null);
  useCodesWithoutList(form, read !== null && list === null);
  const text = useWatch({ control: form.control, name: 'dtc_text' });
  return (
    <div className="col-span-full grid min-w-0 gap-3">
      <Field label={t('files.upload.codes.label')} error={form.formState.errors.dtc_text?.message}>
        <TextInput
          {...form.register('dtc_text')}
          maxLength={MAX_DTC_TEXT_LENGTH}
          placeholder={t('files.upload.codes.placeholder')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Suspense fallback={null}>{text.trim() !== '' && <CodesOfText text={text} />}</Suspense>
      <Suspense fallback={null}>
        {list === null ? <CodesOfReport form={form} /> : <CodesOfFile form={form} summary={list} />}
      </Suspense>
    </div>
  );
}

/** Returns null when the file has no readable table of codes. */
const keepListed = (summary: Summary | null): Summary | null =>
  summary?.dtcs?.outcome === 'found' && summary.dtcs.rows.length > 0 ? summary : null;

/** Codes chosen from the list of another file stay ordered, as text that can be changed. */
function useCodesWithoutList(form: UploadForm, hasNone: boolean): void {
  const codes = useWatch({ control: form.control, name: 'ordered_dtcs' });
  useEffect(() => {
    if (!hasNone || codes.length === 0) return;
    form.setValue('dtc_text', joinDtcText(form.getValues('dtc_text'), codes));
    form.setValue('ordered_dtcs', []);
  }, [form, hasNone, codes]);
}
