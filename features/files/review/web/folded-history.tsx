import { lazy, Suspense, useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Card } from '../../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { Folded } from '../../../../web/ui/folded.tsx';
import type { FileHistoryProps } from './file-history.tsx';

const FileHistory = lazy(() => import('./file-history.tsx'));

/** It is looked up now and then, and is as long as the file is old: read and drawn once it is opened. */
export function FoldedHistory(props: FileHistoryProps) {
  const [isOpened, setOpened] = useState(false);
  return (
    <Folded isPart title={t('common.fileHistory')} onOpen={() => setOpened(true)}>
      {isOpened && (
        <Suspense fallback={<SkeletonLines lines={3} />}>
          <FileHistory {...props} />
        </Suspense>
      )}
    </Folded>
  );
}

export const HistoryCard = (props: FileHistoryProps) => (
  <Card flush>
    <FoldedHistory {...props} />
  </Card>
);
