import { clsx } from 'clsx';
import { Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { useMyUser } from '../../../features/accounts/web/accounts.api.ts';
import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/ui/amount.ts';

/** Turns red at exactly 0, but not before the balance is known (C-SHL-11, X-CRS-03). */
export function BalanceBadge() {
  const balance = useMyUser().data?.credit_balance;
  const isOut = balance === 0;
  return (
    <Link
      to="/buy-credits"
      title={t('common.buyCreditsHint')}
      data-tone={isOut ? 'red' : undefined}
      className={clsx(
        // The touch area is taller than the badge looks.
        'relative inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-control border px-2.5 text-body after:absolute after:inset-x-0 after:-inset-y-1.5',
        isOut ? 'border-red-solid bg-red-bg text-red-fg' : 'border-transparent text-text hover:bg-surface2',
      )}
    >
      <Wallet size={17} className={clsx('shrink-0', !isOut && 'text-text3')} />
      <span className="sr-only">{t('common.creditBalanceLabel')}</span>
      <span className="font-strong">{balance === undefined ? '–' : formatAmount(balance)}</span>
      <span className={clsx('text-small', !isOut && 'text-text3')}>CRS</span>
    </Link>
  );
}
