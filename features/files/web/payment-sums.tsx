import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/ui/amount.ts';

/** The price, the balance, and what is left of it or missing. */
export function PaymentSums({ price, balance }: { price: number; balance: number | undefined }) {
  const rest = balance === undefined ? undefined : balance - price;
  return (
    <dl className="flex flex-wrap items-end gap-x-8 gap-y-1 max-sm:gap-x-5">
      <Sum label={t('files.progress.toPay')} credits={price} isMain />
      <Sum label={t('common.yourBalance')} credits={balance} />
      {rest !== undefined && rest >= 0 && <Sum label={t('files.balanceAfterwards')} credits={rest} />}
      {rest !== undefined && rest < 0 && (
        <div>
          <dt className="sr-only">{t('files.notEnoughCredits')}</dt>
          <dd className="font-strong text-red-fg">{t('common.creditsMissing', { n: formatAmount(-rest) })}</dd>
        </div>
      )}
    </dl>
  );
}

function Sum({ label, credits, isMain = false }: { label: string; credits: number | undefined; isMain?: boolean }) {
  return (
    <div>
      <dt className="text-label text-text3">{label}</dt>
      <dd className={isMain ? 'text-title font-strong' : 'text-body text-text2'}>
        {credits === undefined ? '–' : formatAmount(credits)} <span className="text-small text-text3">CRS</span>
      </dd>
    </div>
  );
}
