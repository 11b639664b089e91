import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import type { ApplicationConfiguration } from '../../shop/settings.calls.ts';

type PaymentsOffProps = { configuration: Pick<ApplicationConfiguration, 'payments_off' | 'chat_url'> };

/** Explains why a customer cannot buy credits here, and what helps. */
export function PaymentsOff({ configuration: { payments_off: reason, chat_url: chatUrl } }: PaymentsOffProps) {
  const contact = chatUrl !== null && (
    <a href={chatUrl} target="_blank" rel="noreferrer" className="text-link">
      {t('payments.off.contactButton')}
    </a>
  );
  const isNotChosen = reason === 'NOT_CHOSEN';
  return (
    <Alert
      kind="warning"
      title={isNotChosen ? t('payments.off.notChosenTitle') : t('payments.off.title')}
      action={contact || undefined}
    >
      {isNotChosen && `${t('payments.off.notChosenHint')} `}
      {t('payments.off.supportHint')}
    </Alert>
  );
}

/** Play money must not look real, nor real money like play money. */
export function TestMode() {
  return (
    <Alert kind="warning" title={t('common.testMode')}>
      {t('common.testModeHint')}
    </Alert>
  );
}
