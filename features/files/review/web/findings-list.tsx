import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import type { Findings } from '../../findings.ts';
import { listFindings, type Finding, type Verdict } from '../findings.rules.ts';
import { plainSentences } from '../plain-findings.rules.ts';
import { FindingsStrip } from './findings-strip.tsx';

const LOOKS: Record<Verdict, { Icon: typeof CircleCheck; colour: string; word: Label }> = {
  OK: { Icon: CircleCheck, colour: 'text-green-solid', word: textKey('common.ok') },
  WARNING: { Icon: TriangleAlert, colour: 'text-red-solid', word: textKey('files.review.warning') },
  NOT_CHECKED: { Icon: CircleDashed, colour: 'text-grey-solid', word: textKey('files.review.notChecked') },
};

const SUBJECTS: Record<Finding['name'], Label> = {
  size: textKey('files.review.size'),
  software: textKey('files.review.controlUnit'),
  bytes: textKey('files.review.changedBytes'),
  checksums: textKey('common.checksums'),
  dtcs: textKey('files.review.troubleCodes'),
};

type FindingsListProps = { findings: Findings; reader: 'administrator' | 'customer' };

/** The results of comparing a modified file with its original; customers read the same in plain words. */
export function FindingsList({ findings, reader }: FindingsListProps) {
  return (
    <div className="grid gap-4">
      <ul className="grid gap-2.5">
        {listFindings(findings).map((finding) => (
          <Line key={finding.name} finding={finding} reader={reader} />
        ))}
      </ul>
      {findings.strip !== null && findings.bytes_changed !== 0 && <FindingsStrip strip={findings.strip} />}
      {reader === 'administrator' && findings.also_off.length > 0 && <AlsoOff codes={findings.also_off} />}
    </div>
  );
}

function Line({ finding, reader }: { finding: Finding; reader: FindingsListProps['reader'] }) {
  const { Icon, colour, word } = LOOKS[finding.verdict];
  const sentences = reader === 'customer' ? plainSentences(finding) : [finding.text, ...(finding.more ?? [])];
  return (
    <li data-verdict={finding.verdict} className="flex items-start gap-2.5 text-body">
      <Icon size={18} className={`mt-0.5 shrink-0 ${colour}`} />
      <p className="min-w-0 wrap-anywhere">
        <strong className="font-strong">{t(SUBJECTS[finding.name])}</strong>
        <span className="sr-only">, {t(word)}</span>:{' '}
        {sentences.map((sentence) => t(sentence, finding.values)).join(' ')}
      </p>
    </li>
  );
}

/** At most this many codes are named; the rest are shown as a number. */
const SHOWN = 12;

function AlsoOff({ codes }: { codes: readonly string[] }) {
  const values = { codes: codes.slice(0, SHOWN).join(', '), more: codes.length - SHOWN };
  return (
    <p className="text-small text-text2">
      {codes.length > SHOWN ? t('files.review.alsoOffAndMore', values) : t('files.review.alsoOff', values)}
    </p>
  );
}
