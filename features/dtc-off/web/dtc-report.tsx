import { useState, type ReactNode } from 'react';
import { Folded } from '../../../web/ui/folded.tsx';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextArea } from '../../../web/ui/text-input.tsx';
import type { DtcRow } from '../dtc-session.ts';
import { matchReport, ownNumbers, ownWords } from '../dtc-table.rules.ts';

type MatchedReport = ReturnType<typeof matchReport>;

type DtcReportProps = { rows: readonly DtcRow[]; onSelect: (codes: readonly string[], isOn: boolean) => void };

/**
 * Takes codes as the customer has them, as a list or as a tester's printout. Codes of this file are selected, the
 * others named.
 */
export function DtcReport({ rows, onSelect }: DtcReportProps) {
  const [found, setFound] = useState<{ match: MatchedReport | null; notUnderstood: string[] } | null>(null);
  async function read(text: string) {
    // Loaded on demand: only pasting needs to know how testers write.
    const { readReport } = await import('../../../ecu/dtc/report.ts');
    const { codes, notUnderstood } = readReport(text, ownNumbers(rows), ownWords(rows));
    const match = matchReport(rows, codes);
    onSelect(match.chosen, true);
    setFound({ match: codes.length === 0 ? null : match, notUnderstood });
  }
  return (
    <ReportField action={t('dtc-off.report.selectButton')} onRead={(text) => void read(text)}>
      {found !== null && (
        <>
          <WhatWasFound found={found.match} />
          <NotUnderstood words={found.notUnderstood} />
        </>
      )}
    </ReportField>
  );
}

type ReportFieldProps = {
  /** Label of the button that uses the codes. */
  action: string;
  onRead: (text: string) => void;
  /** What was found in the text. */
  children: ReactNode;
};

/** The field for pasting a list of codes or a tester's printout. */
export function ReportField({ action, onRead, children }: ReportFieldProps) {
  const [text, setText] = useState('');
  return (
    <Folded title={<span className="text-small font-strong text-link">{t('dtc-off.report.title')}</span>}>
      <div className="grid gap-3 rounded-control border p-3">
        <Field label={t('dtc-off.codes')} hint={t('dtc-off.report.hint')}>
          <TextArea rows={4} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <div>
          <Button disabled={text.trim() === ''} onClick={() => onRead(text)}>
            {action}
          </Button>
        </div>
        <div role="status" className="grid gap-1 text-body empty:sr-only">
          {children}
        </div>
      </div>
    </Folded>
  );
}

/** What looks like a code in the text and could not be read, as written there. */
export const NotUnderstood = ({ words }: { words: readonly string[] }) =>
  words.length > 0 && (
    <p className="font-strong text-yellow-fg wrap-anywhere">
      {t('dtc-off.report.notUnderstood', { words: words.join(', ') })}
    </p>
  );

function WhatWasFound({ found }: { found: MatchedReport | null }) {
  if (found === null) return <p>{t('dtc-off.report.empty')}</p>;
  const { chosen, locked, missing, several, ambiguous } = found;
  return (
    <>
      <p className="font-strong">{t('dtc-off.selection.count', { count: chosen.length })}</p>
      {locked.length > 0 && <p>{t('dtc-off.report.locked', { codes: locked.join(', ') })}</p>}
      {missing.length > 0 && <p>{t('dtc-off.report.missing', { codes: missing.join(', ') })}</p>}
      {several.map(({ asWritten, codes }) => (
        <p key={asWritten}>{t('dtc-off.report.severalCodes', { number: asWritten, codes: codes.join(', ') })}</p>
      ))}
      {ambiguous.map(({ asWritten, taken, other }) => (
        <p key={asWritten}>
          {t('dtc-off.report.ambiguous', {
            number: asWritten,
            codes: taken.join(', '),
            other: other.join(', '),
          })}
        </p>
      ))}
    </>
  );
}
