import { readDraft, keepDraft } from '../../../web/client/drafts.ts';
import { useSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import type { LedgerRow } from '../../credits/credits.calls.ts';
import { useNewestPayment } from '../../credits/web/credits.api.ts';

/** The newest payment that the ledger had when the browser left for the provider. */
const AT_CHECKOUT = 'newest payment at checkout';

const NO_PAYMENT = '0';

/** How new a payment has to be for a browser that does not know when it left, such as one that lost its storage. */
const RECENT_MS = 15 * 60_000;

/** Returns a function that remembers the newest payment, to be called when the browser leaves for the provider. */
export function useRememberNewestPayment(): () => void {
  const { data } = useNewestPayment(useSession()?.user.id);
  return () => {
    if (data !== undefined) keepDraft(AT_CHECKOUT, data === null ? NO_PAYMENT : String(data.id));
  };
}

function isArrived({ id, created_at }: LedgerRow): boolean {
  const before = readDraft(AT_CHECKOUT);
  return before === '' ? Date.now() - new Date(created_at).getTime() < RECENT_MS : id > Number(before);
}

/** What the ledger has of the payment that the address reports. */
export function ArrivedPayment() {
  const { data } = useNewestPayment(useSession()?.user.id);
  return (
    <p role="status">
      {data && isArrived(data)
        ? t('payments.arrived', { amount: formatAmount(data.credit_balance) })
        : t('payments.waitingForProvider')}
    </p>
  );
}
