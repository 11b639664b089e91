import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { chooseText, sentenceText, t, withWords } from '../../../../web/languages/text.ts';
import type { Identification } from '../identification.calls.ts';
import { type ReadFinding, type Verdict, listReadFindings } from '../read-findings.rules.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { FILE_FIELD_LABELS } from '../../file-field-labels.ts';
import { type EnteredEcu, findContradictions } from '../contradictions.rules.ts';

const LOOKS: Record<Verdict, { Icon: typeof CircleCheck; colour: string }> = {
  OK: { Icon: CircleCheck, colour: 'text-green-solid' },
  WARNING: { Icon: TriangleAlert, colour: 'text-yellow-fg' },
  FACT: { Icon: Info, colour: 'text-text3' },
};

/** The findings about a file: a line for each warning, and one for everything else. */
export function ReadFindings({ identification }: { identification: Identification }) {
  const findings = listReadFindings(identification);
  const rest = findings.filter(({ verdict, isDetail }) => verdict !== 'WARNING' && isDetail !== true);
  return (
    <ul className="grid gap-2">
      {findings
        .filter(({ verdict }) => verdict === 'WARNING')
        .map((finding) => (
          <Line key={JSON.stringify(finding)} verdict="WARNING" findings={[finding]} />
        ))}
      {rest.length > 0 && (
        <Line verdict={rest.some(({ verdict }) => verdict === 'OK') ? 'OK' : 'FACT'} findings={rest} />
      )}
    </ul>
  );
}

function Line({ verdict, findings }: { verdict: Verdict; findings: readonly ReadFinding[] }) {
  const { Icon, colour } = LOOKS[verdict];
  return (
    <li data-verdict={verdict} className="flex items-start gap-2.5 text-body">
      <Icon size={18} className={`mt-0.5 shrink-0 ${colour}`} />
      <p className="min-w-0 wrap-anywhere">
        {verdict === 'WARNING' && <span className="sr-only">{t('files.review.warning')}: </span>}
        {findings.map(findingText).join(' ')}
      </p>
    </li>
  );
}

export const findingText = ({ text, values, reason }: ReadFinding): string =>
  [t(text, values && withWords(values)), ...(reason === undefined ? [] : [sentenceText(reason)])].join(' ');

type ContradictionsProps = { entered: EnteredEcu; identification: Identification };

/** Where what was entered and the bytes cannot both be right. */
export function Contradictions({ entered, identification }: ContradictionsProps) {
  const found = findContradictions(entered, identification);
  if (found.length === 0) return null;
  return (
    <Alert kind="warning" title={t('files.identification.contradictionTitle')}>
      <ul>
        {found.map(({ field, entered: typed, read }) => (
          <li key={field} className="wrap-anywhere">
            {t('files.identification.contradiction', {
              field: chooseText(FILE_FIELD_LABELS[field].form),
              entered: typed,
              read,
            })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
