import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { formatAmount } from '../../../web/ui/amount.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { usePendingPayments } from './payments.api.ts';

/** Payments made but not cleared yet; `isExpected` shows the notice before the provider's message arrives. */
export function PendingPayments({ provider, isExpected }: { provider: string; isExpected: boolean }) {
  const { data = [] } = usePendingPayments();
  if (data.length === 0 && !isExpected) return null;
  return (
    <Alert kind="warning" title={t('payments.pending.title')}>
      <p>
        {t('payments.pending.hint', {
          provider,
        })}
      </p>
      {data.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {data.map((payment) => (
            <li key={payment.transaction_id} className="flex flex-wrap gap-x-3">
              <strong>{t('payments.amountEur', { n: formatAmount(payment.amount) })}</strong>
              <TimeStamp value={payment.since} />
              <span className="wrap-anywhere">{payment.transaction_id}</span>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
