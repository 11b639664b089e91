import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { MyUser } from '../user.ts';

/** While a change of country is pending, shows which rules apply and until when at the latest. */
export function CountryChangeNotice({ user }: { user: Pick<MyUser, 'country' | 'country_change'> | undefined }) {
  if (!user?.country_change) return null;
  const { previous_country, until } = user.country_change;
  return (
    <Alert kind="warning" title={t('accounts.countryChange.pendingTitle')}>
      <p>
        {t('accounts.countryChange.pendingHint', { previous: previous_country, country: user.country })}{' '}
        <TimeStamp value={until} />
      </p>
    </Alert>
  );
}
