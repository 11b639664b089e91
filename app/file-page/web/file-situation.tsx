import { Clock } from 'lucide-react';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import type { File } from '../../../portal/files/files.contract.ts';
import { alreadyCanceled, notPossible } from '../../../portal/files/files.errors.ts';
import { isBeingChecked, isWaitingForOffer } from '../../../portal/files/files.rules.ts';

/** What its owner has to know about the file now; several can be true at once (G-19). */
export function FileSituation({ file }: { file: File }) {
  return (
    <>
      {isBeingChecked(file) && (
        <p role="status" className="flex items-center gap-3 text-lead font-strong text-yellow-fg">
          <Clock size={20} className="shrink-0" />
          {t('File is in progress, please wait...')}
        </p>
      )}
      {file.status === 'PROCESSED' && isWaitingForOffer(file) && (
        <Alert>
          {t(
            'The modified file is there. Support still confirms the solution and the price; after that you can pay and download it.',
          )}
        </Alert>
      )}
      {file.feasible === 'NOT_POSSIBLE' && <Alert kind="warning">{t(notPossible().message)}</Alert>}
      {file.status === 'CANCELED' && <Alert kind="warning">{t(alreadyCanceled().message)}</Alert>}
      {file.status === 'REFUNDED' && (
        <Alert>{t('Your file is already refunded, CRS:{price}', { price: file.price })}</Alert>
      )}
    </>
  );
}
