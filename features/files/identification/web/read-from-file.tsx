import type { ReactNode } from 'react';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { File } from '../../file.ts';
import type { FileIdentification, Identification } from '../identification.calls.ts';
import { controlUnitText } from '../identification.rules.ts';
import { Contradictions } from './contradictions.tsx';
import { useIdentification } from './identification.api.ts';
import { IdentificationEvidence } from './identification-evidence.tsx';
import { IdentifiedFacts } from './identified-facts.tsx';
import { ReadFindings } from './read-findings.tsx';

type ReadFromFileProps = { file: Pick<File, 'id' | 'model' | 'ecu'> };

/** What the server has read from the original, separate from what the customer entered. */
export function ReadFromFile({ file }: ReadFromFileProps) {
  const { data, error, refetch } = useIdentification(file.id);
  return (
    <Card title={t('files.identification.title')}>
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
  const name = controlUnitText(result);
  return (
    <div className="grid gap-5">
      <Contradictions entered={file} identification={result} />
      {name !== null && <p className="text-lead font-strong wrap-anywhere">{name}</p>}
      <ReadFindings identification={result} />
      <IdentifiedFacts identification={result} />
      <IdentificationEvidence identification={result} />
      <p className="border-t pt-3 text-small text-text3 wrap-anywhere">
        {t('files.identification.readFromHint', {
          sha256: identified.sha256,
          version: identified.library_version ?? '',
        })}{' '}
        {identified.finished_at !== null && <TimeStamp value={identified.finished_at} />}
      </p>
    </div>
  );
}
