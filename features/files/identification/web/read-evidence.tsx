import type { ReactNode } from 'react';
import { type Label, t, textKey, wordsText } from '../../../../web/languages/text.ts';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { FileIdentification, Identification } from '../identification.calls.ts';
import { type ReadFinding, listReadFindings } from '../read-findings.rules.ts';
import { FACT_LABELS } from './fact-labels.ts';
import { findingText } from './read-findings.tsx';

/** Which part of the control unit a value was written for. */
const PLACES: Record<NonNullable<Identification['facts'][number]['place']>, Label> = {
  hardware: textKey('files.identification.placeHardware'),
  boot: textKey('files.identification.placeBoot'),
  program: textKey('files.identification.placeProgram'),
  dataset: textKey('files.identification.placeDataset'),
};

export type ReadEvidenceProps = { identified: FileIdentification; identification: Identification };

/**
 * Everything that can be verified in the file, in the library's words: each number with its offset, what the file was
 * recognised by, each checksum, and the DTCs that are off.
 */
export default function ReadEvidence({ identified, identification }: ReadEvidenceProps) {
  const { control_unit, checksums, dtcs, facts, form } = identification;
  return (
    <div className="mt-1 grid gap-4 text-small">
      {form !== 'as it is' && (
        <p className="text-text2">{t('files.identification.offsetsInForm', { form: wordsText(form) })}</p>
      )}
      <Part title={t('files.identification.numbersTitle')}>
        {facts.map((fact, index) => (
          <li key={index} className="wrap-anywhere">
            {t(FACT_LABELS[fact.name])}: <span className="font-mono">{fact.value}</span>{' '}
            <Offset at={fact.at} isImplied={fact.strength === 'implied'} />
            {fact.place !== null && ` · ${t(PLACES[fact.place])}`}
          </li>
        ))}
      </Part>
      <Part title={t('files.identification.recognisedBy')}>
        {control_unit?.evidence.map(({ at, reason }) => (
          <li key={`${at} ${reason}`} className="wrap-anywhere">
            <span lang="en">{reason}</span> <Offset at={at} />
          </li>
        ))}
      </Part>
      {checksums !== null && checksums.length > 0 && (
        <Checksums checksums={checksums} details={listReadFindings(identification).filter((one) => one.isDetail)} />
      )}
      {dtcs !== null && <Codes dtcs={dtcs} />}
      <p className="border-t pt-3 text-text3 wrap-anywhere">
        {t('files.identification.readFromHint', {
          sha256: identified.sha256,
          version: identified.library_version ?? '',
        })}{' '}
        {identified.finished_at !== null && <TimeStamp value={identified.finished_at} />}
      </p>
    </div>
  );
}

function Codes({ dtcs }: { dtcs: NonNullable<Identification['dtcs']> }) {
  return (
    <Part title={t('files.identification.dtcTable')}>
      <li>
        <Offset at={dtcs.table_at} />
      </li>
      {dtcs.off_codes.length > 0 && (
        <li className="wrap-anywhere">
          {t('files.identification.dtcsOffLabel')}: <span className="font-mono">{codesText(dtcs)}</span>
        </li>
      )}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-label text-text3">{title}</h3>
      <ul className="grid gap-0.5">{children}</ul>
    </section>
  );
}

const codesText = ({ off, off_codes }: NonNullable<Identification['dtcs']>): string =>
  `${off_codes.join(', ')}${off > off_codes.length ? ' …' : ''}`;

type ChecksumsProps = { checksums: NonNullable<Identification['checksums']>; details: readonly ReadFinding[] };

function Checksums({ checksums, details }: ChecksumsProps) {
  const words = {
    ok: t('common.ok'),
    wrong: t('files.identification.checksumWrong'),
    unknown: t('files.review.notChecked'),
  };
  return (
    <Part title={t('common.checksums')}>
      {checksums.map(({ name, state, at }) => (
        <li key={name} className="wrap-anywhere">
          {name}: {words[state]} {at !== null && <Offset at={at} />}
        </li>
      ))}
      {details.map((finding) => (
        <li key={JSON.stringify(finding)} className="wrap-anywhere">
          {findingText(finding)}
        </li>
      ))}
    </Part>
  );
}

/** Formats an offset, e.g. "0x04F2A0". */
const offsetText = (at: number): string => `0x${at.toString(16).toUpperCase().padStart(6, '0')}`;

type OffsetProps = {
  at: number;
  /** The value is not written at this offset but follows from what is. */
  isImplied?: boolean;
};

/** The offset of something in the file. */
function Offset({ at, isImplied = false }: OffsetProps) {
  const values = { at: offsetText(at) };
  return (
    <>{isImplied ? t('files.identification.followsFromOffset', values) : t('files.identification.atOffset', values)}</>
  );
}
