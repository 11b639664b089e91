import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';

/** Play money must not look real, nor the other way round. */
export function TestMode() {
  return (
    <Alert kind="warning" title={t('TEST MODE')}>
      {t('Payments on this portal are only a test: no money moves, and the credits are marked as a test.')}
    </Alert>
  );
}
