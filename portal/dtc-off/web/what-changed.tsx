import { Suspense, lazy, useEffect, useState } from 'react';
import { t } from '../../../web/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { useSessionFile } from './dtc-off.api.ts';
import type { MadeFile } from './ecu-file.tsx';
import type { OpenedFile } from './processing.tsx';

const ChangesView = lazy(() =>
  import('../../../web/hex/changes-view.tsx').then(({ ChangesView: default_ }) => ({ default: default_ })),
);

type Compared = { original: Uint8Array; modified: Uint8Array; codes: readonly string[] };

/** The answer to a tuner's first question: did it touch only the codes? */
export function WhatChanged({ made, opened }: { made: MadeFile; opened: OpenedFile }) {
  const { compared, hasFailed, retry } = useCompared(made, opened);
  return (
    <Card title={t('What changed')}>
      <p className="mb-4 text-body text-text2 wrap-anywhere">
        {t('{file}, compared in this browser with the original.', { file: made.name })}
      </p>
      {hasFailed ? (
        <LoadError onRetry={retry} />
      ) : (
        <Suspense fallback={<SkeletonLines />}>
          {compared === null ? <SkeletonLines /> : <ChangesView compared={compared} />}
        </Suspense>
      )}
    </Card>
  );
}

/** The original as it was dropped here; fetched where the session was begun somewhere else. */
function useCompared(made: MadeFile, { original, upload }: OpenedFile) {
  const fetched = useSessionFile(upload.fileName, original === null);
  const blob = original ?? fetched.data ?? null;
  const [compared, setCompared] = useState<Compared | null>(null);
  useEffect(() => {
    let isWanted = true;
    void blob?.arrayBuffer().then((buffer) => {
      if (isWanted) setCompared({ original: new Uint8Array(buffer), modified: made.bytes, codes: made.codes });
    });
    return () => {
      isWanted = false;
    };
  }, [blob, made]);
  return { compared, hasFailed: fetched.isError, retry: () => void fetched.refetch() };
}
