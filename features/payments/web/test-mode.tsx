import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';

/** Play money must not look real, nor real money like play money. */
export function TestMode() {
  return (
    <Alert kind="warning" title={t('common.testMode')}>
      {t('common.testModeHint')}
    </Alert>
  );
}
