import { useMemo, type ReactNode } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { readCodeNames } from '../../../../ecu/dtc/report.ts';
import { cleanDtcText } from '../../files.rules.ts';

/** What the portal reads in the words of an order, and what it does not understand, before the order is sent. */
export default function CodesOfText({ text }: { text: string }): ReactNode {
  const { codes, notUnderstood } = useMemo(() => readCodeNames(cleanDtcText(text)), [text]);
  return (
    <div role="status" className="grid gap-2 text-body wrap-anywhere empty:sr-only">
      {codes.length > 0 && <p>{t('files.upload.codes.read', { codes: codes.join(', ') })}</p>}
      {notUnderstood.length > 0 && (
        <Alert kind="warning">{t('files.upload.codes.notUnderstood', { words: notUnderstood.join(', ') })}</Alert>
      )}
    </div>
  );
}
