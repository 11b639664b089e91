import { Folded } from '../../../../web/ui/folded.tsx';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import type { File } from '../../file.ts';
import { type FileIdentification, type Identification, getIdentification } from '../identification.calls.ts';
import { controlUnitText } from '../identification.rules.ts';
import { FACT_LABELS } from './fact-labels.ts';
import type { ReadEvidenceProps } from './read-evidence.tsx';
import { Contradictions, ReadFindings } from './read-findings.tsx';
import { call } from '../../../../web/client/call.ts';
import { pollEvery } from '../../../../web/client/polling.ts';
import { CopyText } from '../../../../web/ui/copy-text.tsx';

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
        <div className="min-w-0 flex-1 basis-60">
          <ReadFindings identification={result} />
        </div>
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

/** Most readers never open it. */
const ReadEvidence = lazy(() => import('./read-evidence.tsx'));

function Evidence(props: ReadEvidenceProps) {
  const [isOpened, setOpened] = useState(false);
  return (
    <Folded className="open:w-full" title={t('files.identification.evidence')} onOpen={() => setOpened(true)}>
      <Suspense fallback={<SkeletonLines lines={3} />}>{isOpened && <ReadEvidence {...props} />}</Suspense>
    </Folded>
  );
}
