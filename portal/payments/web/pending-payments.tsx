import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { amount } from '../../../web/ui/amount.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { usePendingPayments } from './payments.api.ts';

/** What was paid and not cleared yet; `isExpected` shows it before the provider's message. */
export function PendingPayments({ provider, isExpected }: { provider: string; isExpected: boolean }) {
  const { data = [] } = usePendingPayments();
  if (data.length === 0 && !isExpected) return null;
  return (
    <Alert kind="warning" title={t('Payment pending')}>
      <p>
        {t('{provider} has not cleared your payment yet. The credits appear here by themselves when it has.', {
          provider,
        })}
      </p>
      {data.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {data.map((payment) => (
            <li key={payment.transaction_id} className="flex flex-wrap gap-x-3">
              <strong>{t('{n} EUR', { n: amount(payment.amount) })}</strong>
              <TimeStamp value={payment.since} />
              <span className="wrap-anywhere">{payment.transaction_id}</span>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
