import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { RichText } from '../../../web/ui/rich-text.tsx';
import { usePausingTimer } from '../../../web/ui/pausing-timer.ts';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { useMyUser } from '../../accounts/web/accounts.api.ts';
import { useApplicationConfiguration } from '../../shop/web/settings.api.ts';
import type { ApplicationConfiguration } from '../../shop/settings.calls.ts';
import { ArrivedPayment } from './arrived-payment.tsx';
import { BuyAmount } from './buy-amount.tsx';
import { PaymentsOff, TestMode } from './payments-off.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { usePendingPayments } from './payments.api.ts';
import { canAfford, canPay } from '../../files/files.rules.ts';
import { OWNER_POLL_MS, useFile } from '../../files/web/files.api.ts';

export default function BuyCreditsScreen() {
  const [parameters] = useSearchParams();
  const { data: configuration, isError, refetch } = useApplicationConfiguration();
  // A provider may add this to the address that a buyer returns to.
  const isPending = parameters.get('st') === 'Pending';
  return (
    <>
      <PageHeader title={t('common.buyCredits')} />
      <div className="grid max-w-3xl gap-6">
        {parameters.get('success') === 'true' && !isPending && <PaymentDone />}
        {configuration?.checkout && (
          <PendingPayments provider={configuration.checkout.provider} isExpected={isPending} />
        )}
        {configuration && <Content configuration={configuration} fileId={fileIdIn(parameters)} />}
        {!configuration && (
          <Card>{isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={4} />}</Card>
        )}
      </div>
    </>
  );
}

/** The file that a customer came from to pay, or null. */
function fileIdIn(parameters: URLSearchParams): number | null {
  const id = Number(parameters.get('file'));
  return Number.isInteger(id) && id > 0 ? id : null;
}

const LEADS_ON_AFTER_MS = 3000;

/** Credits nothing: the provider's message to the server does that, and the balance follows by itself (G-35). */
function PaymentDone() {
  const navigate = useNavigate();
  const leadOn = () => void navigate('/my-files', { replace: true });
  const { handlers } = usePausingTimer(LEADS_ON_AFTER_MS, leadOn);
  return (
    <div {...handlers}>
      <Alert kind="success" action={<Button onClick={leadOn}>{t('common.continue')}</Button>}>
        <p>{t('payments.buy.done')}</p>
        <ArrivedPayment />
      </Alert>
    </div>
  );
}

type ContentProps = { configuration: ApplicationConfiguration; fileId: number | null };

/** The operator's banner text replaces all of it (G-34). */
function Content({ configuration, fileId }: ContentProps) {
  const balance = useMyUser().data?.credit_balance;
  const { header_banner_text: banner, checkout } = configuration;
  if (banner) {
    return (
      <Card>
        <RichText html={banner} className="text-lead whitespace-pre-line" />
      </Card>
    );
  }
  return (
    <>
      {checkout?.is_test === true && <TestMode />}
      {fileId !== null && <FileToPay id={fileId} balance={balance} />}
      <Card>
        <div className="grid gap-6">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <Reading label={t('common.creditBalanceLabel')}>
              {balance === undefined ? '–' : formatAmount(balance)} <span className="text-lead text-text3">CRS</span>
            </Reading>
            <p className="text-lead font-strong">1 CRD = 1 EUR</p>
          </div>
          {checkout === null ? (
            <PaymentsOff configuration={configuration} />
          ) : (
            <BuyAmount checkout={checkout} fileId={fileId} balance={balance} />
          )}
        </div>
      </Card>
    </>
  );
}

function Reading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl>
      <dt className="text-label text-text3">{label}</dt>
      <dd className="text-display font-strong">{children}</dd>
    </dl>
  );
}

/** Payments made but not cleared yet; `isExpected` shows the notice before the provider's message arrives. */
function PendingPayments({ provider, isExpected }: { provider: string; isExpected: boolean }) {
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

/** Why the customer is here: the file that could not be paid, and the way back to it once it can. */
function FileToPay({ id, balance }: { id: number; balance: number | undefined }) {
  const { data } = useFile(id, OWNER_POLL_MS);
  if (!data || !canPay(data.file)) return null;
  const { file } = data;
  const back = (
    <ButtonLink to={`/view-file/${id}`} variant={isCovered(balance, file.price) ? 'primary' : 'secondary'}>
      {t('common.backToFile')}
    </ButtonLink>
  );
  if (isCovered(balance, file.price)) {
    return (
      <Alert kind="success" action={back}>
        <span className="wrap-anywhere">{t('payments.buy.balanceEnough', { name: file.file_name })}</span>
      </Alert>
    );
  }
  return (
    <Card title={<span className="wrap-anywhere">{file.file_name}</span>} actions={back}>
      <p className="flex flex-wrap gap-x-6 gap-y-1">
        <span>{t('payments.buy.toPay', { n: formatAmount(file.price) })}</span>
        {balance !== undefined && (
          <span className="font-strong text-red-fg">
            {t('common.creditsMissing', { n: formatAmount(file.price - balance) })}
          </span>
        )}
      </p>
    </Card>
  );
}

const isCovered = (balance: number | undefined, price: number) => balance !== undefined && canAfford(balance, price);
