import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import type { ApplicationConfiguration } from '../../settings/settings.contract.ts';

type PaymentsOffProps = { configuration: Pick<ApplicationConfiguration, 'payments_off' | 'chat_url'> };

/** Why a customer cannot buy credits here, and what helps. */
export function PaymentsOff({ configuration: { payments_off: reason, chat_url: chatUrl } }: PaymentsOffProps) {
  const contact = chatUrl !== null && (
    <a href={chatUrl} target="_blank" rel="noreferrer" className="text-link">
      {t('Contact us')}
    </a>
  );
  const isNotChosen = reason === 'NOT_CHOSEN';
  return (
    <Alert
      kind="warning"
      title={isNotChosen ? t('Credits cannot be bought here yet.') : t('Buying credits is not set up on this portal.')}
      action={contact || undefined}
    >
      {isNotChosen && `${t('The operator of this portal has not chosen yet how credits are paid for.')} `}
      {t('Support can put credits on your balance; please ask there.')}
    </Alert>
  );
}
