import { refusalText } from '../../../web/refusal-text.ts';
import { Clock } from 'lucide-react';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import type { File } from '../../../portal/files/files.contract.ts';
import { alreadyCanceled, notPossible } from '../../../portal/files/files.errors.ts';
import { isBeingChecked, isWaitingForOffer } from '../../../portal/files/files.rules.ts';

/** What the owner has to know about the file now; several situations can apply at once. */
export function FileSituation({ file }: { file: File }) {
  return (
    <>
      {isBeingChecked(file) && (
        <p role="status" className="flex items-center gap-3 text-lead font-strong text-yellow-fg">
          <Clock size={20} className="shrink-0" />
          {t('file-page.fileProgressWait')}
        </p>
      )}
      {file.status === 'PENDING' && isWaitingForOffer(file) && (
        <p role="status" className="text-body text-text2">
          {t('file-page.pendingNext')}
        </p>
      )}
      {file.status === 'PROCESSED' && isWaitingForOffer(file) && <Alert>{t('file-page.modifiedAwaitsOffer')}</Alert>}
      {file.feasible === 'NOT_POSSIBLE' && <Alert kind="warning">{refusalText(notPossible())}</Alert>}
      {file.status === 'CANCELED' && <Alert kind="warning">{refusalText(alreadyCanceled())}</Alert>}
      {file.status === 'REFUNDED' && <Alert>{t('file-page.fileAlreadyRefundedCrsPrice', { price: file.price })}</Alert>}
    </>
  );
}
