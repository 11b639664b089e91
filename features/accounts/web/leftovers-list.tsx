import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';
import type { Leftovers } from '../user-creation.calls.ts';

/** Lists what an account still has before it is deleted or erased. */
export function LeftoversList({ open_files, open_tickets, credit_balance, ai_credit_balance }: Leftovers) {
  const left = [
    ...(open_files > 0 ? [t('accounts.leftovers.openFiles', { count: open_files })] : []),
    ...(open_tickets > 0 ? [t('accounts.leftovers.openTickets', { count: open_tickets })] : []),
    ...(credit_balance === 0
      ? []
      : [t('accounts.leftovers.balance', { balance: formatAmount(credit_balance), unit: 'CRS' })]),
    ...(ai_credit_balance === 0
      ? []
      : [t('accounts.leftovers.balance', { balance: formatAmount(ai_credit_balance), unit: t('common.aiCredits') })]),
  ];
  if (left.length === 0) return <span className="mt-2 block">{t('accounts.leftovers.empty')}</span>;
  return (
    <span className="mt-2 block">
      {t('accounts.leftovers.title')}
      {left.map((text) => (
        <strong key={text} className="block text-text">
          {text}
        </strong>
      ))}
    </span>
  );
}
