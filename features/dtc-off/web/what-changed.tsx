import { Suspense, lazy, useEffect, useState } from 'react';
import type { Changes } from '../../files/hex/places.ts';
import { useChanges, type Compared } from '../../files/hex/web/use-changes.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { useSessionFile } from './dtc-off.api.ts';
import type { MadeFile } from './ecu-file.tsx';
import type { OpenedFile } from './processing.tsx';

const EveryChange = lazy(() =>
  import('../../files/hex/web/changes-view.tsx').then(({ EveryChange: default_ }) => ({ default: default_ })),
);

export type Comparison = {
  /** Null while the two files are being compared; `failed`: this browser cannot compare them. */
  changes: Changes | 'failed' | null;
  /** The original could not be fetched. */
  isMissing: boolean;
  retry: () => void;
};

/** Every byte that differs between the original and the file generated from it. */
export function WhatChanged({ made, comparison }: { made: MadeFile; comparison: Comparison }) {
  const { changes, isMissing, retry } = comparison;
  return (
    <Card level={3} title={t('dtc-off.changes.title')}>
      <p className="mb-4 text-body text-text2 wrap-anywhere">{t('dtc-off.changes.hint', { file: made.name })}</p>
      {isMissing ? (
        <LoadError onRetry={retry} />
      ) : changes === 'failed' ? (
        <Alert kind="warning">{t('common.comparisonFailed')}</Alert>
      ) : changes === null ? (
        <SkeletonLines label={t('common.comparingFiles')} />
      ) : (
        <Suspense fallback={<SkeletonLines />}>
          <EveryChange key={made.name + made.codes.join()} changes={changes} />
        </Suspense>
      )}
    </Card>
  );
}

/** Compares with the original as it was dropped here; fetches it where the session was started elsewhere. */
export function useComparison(made: MadeFile | null, { original, upload }: OpenedFile): Comparison {
  const fetched = useSessionFile(upload.fileName, made !== null && original === null);
  const blob = original ?? fetched.data ?? null;
  const [compared, setCompared] = useState<Compared | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (made !== null) {
      void blob?.arrayBuffer().then((buffer) => {
        if (isCurrent) setCompared({ original: new Uint8Array(buffer), modified: made.bytes, codes: made.codes });
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [blob, made]);
  const changes = useChanges(compared);
  return {
    changes: compared?.modified === made?.bytes ? changes : null,
    isMissing: fetched.isError,
    retry: () => void fetched.refetch(),
  };
}
