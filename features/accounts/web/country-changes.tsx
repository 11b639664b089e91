import { Check } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { messageFor } from '../../../web/client/api-error.ts';
import { RecordLink, pathOfUser } from '../../../web/frame/record-link.tsx';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { EmailText } from '../../../web/ui/email-text.tsx';
import { type WaitingCountryChange, approveCountryChange, listCountryChanges } from '../account-changes.calls.ts';
import { call } from '../../../web/client/call.ts';
import { useChange } from '../../../web/client/use-change.ts';
import type { InputOf } from '../../../contract/endpoint.ts';

/** Lists changes of country that await an administrator; renders nothing when there are none. */
export function CountryChanges() {
  const { data } = useCountryChanges();
  if (data === undefined || data.changes.length === 0) return null;
  return (
    <Card title={t('accounts.countryChange.listTitle', { count: data.total })} className="mb-6">
      <p className="mb-4 text-body text-text2">{t('accounts.countryChange.listHint')}</p>
      <ul className="grid max-h-96 gap-4 overflow-y-auto">
        {data.changes.map((change) => (
          <li key={change.id} className="border-t pt-4 first:border-t-0 first:pt-0">
            <CountryChange change={change} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function CountryChange({ change }: { change: WaitingCountryChange }) {
  const { id, username, email, country, previous_country, changed_at, until } = change;
  const { mutate, isPending, error } = useApproveCountryChange();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="text-body wrap-anywhere">
          <RecordLink to={pathOfUser(id)}>{username}</RecordLink>{' '}
          <span className="text-text2">
            <EmailText email={email} />
          </span>
        </p>
        <p className="text-body wrap-anywhere">
          {t('accounts.countryChange.fromTo', { previous: previous_country, country })}
        </p>
        <p className="text-small text-text3">
          <TimeStamp value={changed_at} /> · {t('accounts.countryChange.takesEffect')}{' '}
          <TimeStamp value={until} dateOnly />
        </p>
        {error && (
          <p role="alert" className="text-body text-red-fg">
            {messageFor(error, t('accounts.editUser.failed'))}
          </p>
        )}
      </div>
      <Button
        icon={<Check />}
        busy={isPending}
        busyText={t('common.saving')}
        aria-label={t('accounts.countryChange.approveLabel', { what: username })}
        onClick={() => mutate({ id, country }, { onSuccess: () => toast.show(t('accounts.countryChange.approved')) })}
      >
        {t('accounts.countryChange.approve')}
      </Button>
    </div>
  );
}

const COUNTRY_CHANGES = ['country-changes'] as const;

const useCountryChanges = () =>
  useQuery({
    queryKey: COUNTRY_CHANGES,
    queryFn: ({ signal }) => call(listCountryChanges, {}, { signal }),
    staleTime: 0,
  });

const useApproveCountryChange = () =>
  useChange((input: InputOf<typeof approveCountryChange>) => call(approveCountryChange, input), [COUNTRY_CHANGES], {
    evenAfterFailure: true,
  });
