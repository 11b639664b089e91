import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Label, t, textKey, wordsText } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { File } from '../../file.ts';
import { type FileIdentification, type Identification, getIdentification } from '../identification.calls.ts';
import { controlUnitText } from '../identification.rules.ts';
import { type ReadFinding, listReadFindings } from '../read-findings.rules.ts';
import { Contradictions, ReadFindings, findingText } from './read-findings.tsx';
import { call } from '../../../../web/client/call.ts';
import { pollEvery } from '../../../../web/client/polling.ts';
import { CopyText } from '../../../../web/ui/copy-text.tsx';
import type { FactName } from '../../../../ecu/fact-names.ts';

type ReadFromFileProps = { file: Pick<File, 'id' | 'brand' | 'model' | 'ecu'> };

/** What the server has read from the original, separate from what the customer entered. */
export function ReadFromFile({ file }: ReadFromFileProps) {
  const { data, error, refetch } = useIdentification(file.id);
  const name = data?.result ? controlUnitText(data.result) : null;
  return (
    <Card title={t('files.identification.title')} actions={name !== null && <strong>{name}</strong>}>
      {data === undefined && error !== null ? <LoadError onRetry={() => void refetch()} /> : content(file, data)}
    </Card>
  );
}

function content(file: ReadFromFileProps['file'], data: FileIdentification | undefined): ReactNode {
  if (data === undefined) return <SkeletonLines lines={3} />;
  if (data.failure !== null) return <Alert kind="warning">{t(FAILURE_TEXTS[data.failure])}</Alert>;
  if (data.result === null) {
    return (
      <p role="status" className="text-body text-text2">
        {t('files.identification.pending')}
      </p>
    );
  }
  return <Result file={file} identified={data} result={data.result} />;
}

const FAILURE_TEXTS: Record<NonNullable<FileIdentification['failure']>, Label> = {
  ALTERED: textKey('files.identification.failedAltered'),
  FAILED: textKey('files.identification.failedPortal'),
  MISSING: textKey('files.identification.failedMissing'),
  TOO_MUCH_MEMORY: textKey('files.identification.failedTooMuchMemory'),
  TOO_SLOW: textKey('files.identification.failedTooLong'),
};

type ResultProps = ReadFromFileProps & { identified: FileIdentification; result: Identification };

function Result({ file, identified, result }: ResultProps) {
  return (
    <div className="grid gap-3">
      <Contradictions entered={file} identification={result} />
      <Numbers facts={result.facts} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <ReadFindings identification={result} />
        {result.control_unit !== null && <Evidence identified={identified} identification={result} />}
      </div>
    </div>
  );
}

/** An identification is ready after a few seconds and never changes afterwards. */
const WAITING_POLL_MS = 3000;

const useIdentification = (fileId: number) => {
  const { refetchInterval, ...polling } = pollEvery(WAITING_POLL_MS);
  return useQuery({
    queryKey: ['file', fileId, 'identification'],
    queryFn: ({ signal }) => call(getIdentification, { id: fileId }, { signal }),
    ...polling,
    refetchInterval: (query) =>
      query.state.data === undefined || query.state.data.state === 'WAITING' ? refetchInterval(query) : false,
  });
};

/** Which part of the control unit a value was written for. */
const PLACES: Record<NonNullable<Identification['facts'][number]['place']>, Label> = {
  hardware: textKey('files.identification.placeHardware'),
  boot: textKey('files.identification.placeBoot'),
  program: textKey('files.identification.placeProgram'),
  dataset: textKey('files.identification.placeDataset'),
};

/** More and longer ones are in the evidence, which has them all. */
const MAX_NUMBERS = 8;
const MAX_LENGTH = 18;

/** What a workshop compares; the name of the control unit stands above it. */
function Numbers({ facts }: Pick<Identification, 'facts'>) {
  const numbers = facts
    .filter(({ name, value }) => name !== 'model' && value.length <= MAX_LENGTH)
    .slice(0, MAX_NUMBERS);
  if (numbers.length === 0) return null;
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-2 gap-y-2">
      {numbers.map(({ name, value }, index) => (
        <div key={index} className="min-w-0">
          <dt className="text-label text-text3">{t(FACT_LABELS[name])}</dt>
          {name === 'vehicleManufacturer' ? (
            <dd>{value}</dd>
          ) : (
            <dd className="font-mono text-body">
              <CopyText text={value} label={t(FACT_LABELS[name])} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** The label of each fact that a file can state. */
const FACT_LABELS: Record<FactName, Label> = {
  model: textKey('files.identification.controlUnit'),
  vehicleManufacturer: textKey('files.identification.vehicleManufacturer'),
  hardwareNumber: textKey('files.identification.hardwareNumber'),
  softwareNumber: textKey('files.identification.softwareNumber'),
  partNumber: textKey('files.identification.partNumber'),
  softwareId: textKey('files.identification.softwareId'),
  softwareVersion: textKey('files.identification.softwareVersion'),
  dataset: textKey('files.identification.dataset'),
  variant: textKey('files.identification.variant'),
  engine: textKey('files.identification.engine'),
  processor: textKey('files.identification.processor'),
};

type EvidenceProps = Pick<ResultProps, 'identified'> & { identification: Identification };

/**
 * Everything that can be verified in the file, in the library's words: each number with its offset, what the file was
 * recognised by, each checksum, and the DTCs that are off.
 */
function Evidence({ identified, identification }: EvidenceProps) {
  const { control_unit, checksums, dtcs, facts, form } = identification;
  return (
    <details className="open:w-full">
      <summary className="flex min-h-control cursor-pointer sm:min-h-8 items-center underline underline-offset-2">
        {t('files.identification.evidence')}
      </summary>
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
    </details>
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
