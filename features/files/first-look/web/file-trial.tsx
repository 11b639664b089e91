import { lazy, Suspense, useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Card } from '../../../../web/ui/card.tsx';
import { DropAnywhere } from '../../../../web/ui/drop-anywhere.tsx';
import { DropZone } from '../../../../web/ui/drop-zone.tsx';
import { sizeText } from '../../../../web/ui/progress-bar.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';

const TrialResult = lazy(() => import('./trial-result.tsx'));

/** For everyone who wants to know what can be done with a file: it is read in the browser, and nothing is sent. */
export function FileTrial() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <Card title={t('files.firstLook.trialTitle')}>
      <div className="grid gap-4">
        <DropZone
          isSmall
          onFile={setFile}
          fileName={file?.name}
          label={t('files.firstLook.zoneLabel')}
          hint={file === null ? t('files.firstLook.trialHint') : sizeText(file.size)}
        />
        <DropAnywhere onFile={setFile} disabled={false} />
        {file !== null && (
          <Suspense fallback={<SkeletonLines lines={3} />}>
            <TrialResult file={file} onClose={() => setFile(null)} />
          </Suspense>
        )}
      </div>
    </Card>
  );
}
