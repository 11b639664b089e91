import { refusalText } from '../../../../web/client/api-error.ts';
import { Clock } from 'lucide-react';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import type { File } from '../../file.ts';
import { alreadyCanceled, isBeingChecked, isWaitingForOffer, notPossible } from '../../files.rules.ts';

/** What the owner has to know about the file now; several situations can apply at once. */
export function FileSituation({ file }: { file: File }) {
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
