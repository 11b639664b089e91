import { t } from '../../../web/languages/text.ts';
import { formatAmount } from '../../../web/ui/amount.ts';
import { useMyUser } from '../../accounts/web/accounts.api.ts';
import { useIsFree } from './dtc-off.api.ts';

/** The price of a file, with both balances that can pay for it (G-26). */
export function PriceOfFile() {
  const { data } = useMyUser();
  if (useIsFree()) return <p className="text-body font-strong">{t('dtc-off.price.freeForStaff')}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <p className="rounded-control border-2 border-accent px-3 py-1.5 text-body font-strong text-text">
        {t('dtc-off.price.rate')}
      </p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-body max-sm:text-small">
        <Balance label={t('dtc-off.aiBalance')} value={data?.ai_credit_balance} />
        <Balance label={t('common.creditBalanceLabel')} value={data?.credit_balance} />
      </dl>
    </div>
  );
}

function Balance({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-text3">{label}</dt>
      <dd className="font-strong">
        {value === undefined ? '–' : formatAmount(value)} <span className="text-small font-normal text-text3">CRS</span>
      </dd>
    </div>
  );
}
