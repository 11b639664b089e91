import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';

/** Nobody may take play money for real, nor the other way round. */
export function TestMode() {
  return (
    <Alert kind="warning" title={t('TEST MODE')}>
      {t('Payments are only tried out on this portal: nobody pays, and the credits are marked as a test.')}
    </Alert>
  );
}
