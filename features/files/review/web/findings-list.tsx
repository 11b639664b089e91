import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import type { Findings } from '../../findings.ts';
import { type Finding, type Verdict, listFindings } from '../findings.rules.ts';
import { plainSentences } from '../plain-findings.rules.ts';

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

/** Letters of the strip, with their colour and meaning (ecu/review.ts). */
const KINDS: Record<string, { fill: string; dot: string; text: Label }> = {
  d: { fill: 'fill-accent', dot: 'bg-accent', text: textKey('files.review.troubleCodes') },
  s: { fill: 'fill-grey-solid', dot: 'bg-grey-solid', text: textKey('common.checksums') },
  c: { fill: 'fill-yellow-solid', dot: 'bg-yellow-solid', text: textKey('files.review.map.calibration') },
  // Not red, because a change is nothing bad by itself.
  p: { fill: 'fill-text', dot: 'bg-text', text: textKey('files.review.map.program') },
  u: { fill: 'fill-blue-solid', dot: 'bg-blue-solid', text: textKey('files.review.map.changed') },
};

/** Shows where bytes were changed, from the beginning of the file to its end. */
function FindingsStrip({ strip }: { strip: NonNullable<Findings['strip']> }) {
  const runs = [...strip.matchAll(/([^-])\1*/g)].map(({ 0: { length }, 1: symbol = '', index }) => ({
    index,
    symbol,
    length,
  }));
  const kinds = [...new Set(runs.map(({ symbol }) => symbol))];
  return (
    <figure className="grid gap-1.5">
      <svg
        role="img"
        aria-label={t('files.review.map.label')}
        viewBox={`0 0 ${strip.length} 10`}
        preserveAspectRatio="none"
        className="h-6 w-full rounded-control border bg-surface2 forced-colors:bg-[Canvas]"
      >
        {runs.map(({ index, symbol, length }) => (
          <rect key={index} x={index} y={0} width={length} height={10} className={KINDS[symbol]?.fill} />
        ))}
      </svg>
      <figcaption className="grid gap-1 text-small text-text3">
        <span className="flex justify-between gap-4">
          <span>{t('files.review.map.beginning')}</span>
          <span>{t('files.review.map.end')}</span>
        </span>
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          {kinds.map((symbol) => (
            <span key={symbol} className="flex items-center gap-1.5 text-text2">
              <span aria-hidden="true" className={`forced-dot size-2.5 rounded-full ${KINDS[symbol]?.dot}`} />
              {KINDS[symbol] && t(KINDS[symbol].text)}
            </span>
          ))}
        </span>
      </figcaption>
    </figure>
  );
}
