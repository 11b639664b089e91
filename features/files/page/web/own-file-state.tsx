import { Clock } from 'lucide-react';
import { refusalText } from '../../../../web/client/refusal-text.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { ExpectedOfFile } from '../../expected-time/web/expected-time.tsx';
import type { File } from '../../file.ts';
import { alreadyCanceled, isBeingChecked, isWaitingForOffer, notPossible } from '../../files.rules.ts';
import { FileProgress } from '../../web/file-progress.tsx';

/** For its owner: the state of the file, what happens next, and when. */
export function OwnFileState({ file }: { file: File }) {
  return (
    <Card>
      <div className="grid gap-3">
        <FileProgress file={file} />
        <FileSituation file={file} />
        {isWaitingForOffer(file) && <ExpectedOfFile fileId={file.id} />}
      </div>
    </Card>
  );
}

/** What the owner has to know about the file now; several situations can apply at once. */
function FileSituation({ file }: { file: File }) {
  return (
    <>
      {isBeingChecked(file) && (
        <p role="status" className="flex items-center gap-3 text-lead font-strong text-yellow-fg">
          <Clock size={20} className="shrink-0" />
          {t('files.page.inProgress')}
        </p>
      )}
      {file.status === 'PENDING' && isWaitingForOffer(file) && (
        <p role="status" className="text-body text-text2">
          {t('files.page.pendingHint')}
        </p>
      )}
      {file.status === 'PROCESSED' && isWaitingForOffer(file) && <Alert>{t('files.page.modifiedAwaitsOffer')}</Alert>}
      {file.feasible === 'NOT_POSSIBLE' && <Alert kind="warning">{refusalText(notPossible())}</Alert>}
      {file.status === 'CANCELED' && <Alert kind="warning">{refusalText(alreadyCanceled())}</Alert>}
      {file.status === 'REFUNDED' && <Alert>{t('files.page.refunded', { price: file.price })}</Alert>}
    </>
  );
}
