import { clsx } from 'clsx';
import { Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { useMyUser } from '../../portal/accounts/web/accounts.api.ts';
import { t } from '../text.ts';
import { amount } from '../ui/amount.ts';

/** Where the badge leads; null as long as the portal has no screen to buy credits on. */
const BUY_CREDITS_PATH = null as string | null;

/** Red at exactly 0, and not before the balance is known (C-SHL-11, X-CRS-03). */
export function BalanceBadge() {
  const balance = useMyUser().data?.credit_balance;
  const look = clsx(
    'inline-flex min-h-9 shrink-0 items-center gap-2 rounded-control border px-3 text-body',
    balance === 0 ? 'border-red-solid bg-red-bg text-red-fg' : 'border-border-strong bg-surface text-text',
  );
  const inside = (
    <>
      <Wallet size={17} className={clsx('shrink-0', balance !== 0 && 'text-accent')} />
      <span className="sr-only">{t('Credit balance')}</span>
      <span className="font-strong">{balance === undefined ? '–' : amount(balance)}</span>
      <span className={clsx('text-small', balance !== 0 && 'text-text3')}>CRS</span>
    </>
  );
  const facts = { title: t('Click to buy Credits'), 'data-tone': balance === 0 ? 'red' : undefined, className: look };
  if (BUY_CREDITS_PATH === null) return <span {...facts}>{inside}</span>;
  return (
    <Link to={BUY_CREDITS_PATH} {...facts}>
      {inside}
    </Link>
  );
}
