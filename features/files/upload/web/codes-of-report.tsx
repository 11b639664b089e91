import { useState, type ReactNode } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { NotUnderstood, ReportField } from '../../../dtc-off/web/dtc-report.tsx';
import { joinDtcText } from '../../files.rules.ts';
import type { UploadForm } from './solution-choice.tsx';

/** Turns a tester's report into the customer's text, where there is no list to choose from. */
export default function CodesOfReport({ form }: { form: UploadForm }): ReactNode {
  const [found, setFound] = useState<{ count: number; notUnderstood: string[] } | null>(null);
  async function read(text: string) {
    const { readCodeNames } = await import('../../../../ecu/dtc/report.ts');
    const { codes, notUnderstood } = readCodeNames(text);
    form.setValue('dtc_text', joinDtcText(form.getValues('dtc_text'), codes), {
      shouldValidate: form.formState.isSubmitted,
    });
    setFound({ count: codes.length, notUnderstood });
  }
  return (
    <ReportField action={t('files.upload.codes.addButton')} onRead={(text) => void read(text)}>
      {found !== null && (
        <>
          <p>{found.count === 0 ? t('dtc-off.report.empty') : t('files.upload.codes.added', { count: found.count })}</p>
          <NotUnderstood words={found.notUnderstood} />
        </>
      )}
    </ReportField>
  );
}
