import { clsx } from 'clsx';
import type { ComponentType, ReactNode } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { ActionBar } from '../../../web/ui/action-bar.tsx';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { File } from '../file.ts';
import { canAfford } from '../files.rules.ts';
import { useConfirmAndPay } from './files.api.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';

export type FilePaymentProps = {
  file: File;
  /** Undefined until it is known. */
  balance: number | undefined;
  /** Marks the next change as the reader's own; returns a function that undoes this. */
  acknowledge: () => () => void;
  onPaid: () => void;
  BuyCredits: BuyCreditsPart | undefined;
};

/**
 * The form that sells credits for a file, beside what is missing; passed in, because payments depend on files and not
 * the other way round.
 */
export type BuyCreditsPart = ComponentType<{ fileId: number; children: ReactNode }>;

/** The price and the balance, with one button that pays or the way to more credits (X-PAY-05). */
export function FilePayment({ file, balance, acknowledge, onPaid, BuyCredits }: FilePaymentProps) {
  const { mutate, isPending, isError, error } = useConfirmAndPay();
  const isAffordable = balance === undefined ? undefined : canAfford(balance, file.price);
  const pay = () => {
    const undoAcknowledge = acknowledge();
    mutate(
      { id: file.id, price: file.price },
      {
        onSuccess: onPaid,
        onError: (reason) => {
          undoAcknowledge();
          console.error('Payment failed', reason);
        },
      },
    );
  };
  const failure = isError && !isPending && (
    <Alert kind="danger" action={<Button onClick={pay}>{t('common.retry')}</Button>}>
      {messageFor(error, t('common.paymentFailed'))}
    </Alert>
  );
  const button = (
    <Button variant="primary" data-shortcut="p" busy={isPending} busyText={t('common.paying')} onClick={pay}>
      {t('files.payButton')}
    </Button>
  );
  const sums = <PaymentSums price={file.price} balance={balance} />;
  if (isAffordable === false && BuyCredits) {
    const buying = <BuyCredits fileId={file.id}>{sums}</BuyCredits>;
    return <ActionBar label={t('common.payment')} alert={failure} actions={buying} />;
  }
  return (
    <ActionBar label={t('common.payment')} alert={failure} actions={isAffordable === true && button}>
      {sums}
    </ActionBar>
  );
}

/** The price, the balance, and what is left of it or missing; on a phone, one line with the first and the last. */
function PaymentSums({ price, balance }: { price: number; balance: number | undefined }) {
  const rest = balance === undefined ? undefined : balance - price;
  return (
    <dl className="flex flex-wrap items-baseline gap-x-6 gap-y-0.5 max-sm:justify-between max-sm:gap-x-2">
      <Sum label={t('files.progress.toPay')} credits={price} isMain isForDesk={rest !== undefined && rest < 0} />
      <Sum label={t('common.creditBalanceLabel')} credits={balance} isForDesk />
      {rest !== undefined && rest >= 0 && <Sum label={t('files.balanceAfterwards')} credits={rest} />}
      {rest !== undefined && rest < 0 && (
        <div>
          <dt className="sr-only">{t('files.notEnoughCredits')}</dt>
          <dd className="font-strong whitespace-nowrap text-red-fg">
            {t('common.creditsMissing', { n: formatAmount(-rest) })}
          </dd>
        </div>
      )}
    </dl>
  );
}

type SumProps = {
  label: string;
  credits: number | undefined;
  isMain?: boolean;
  /** On a phone only for screen readers. */
  isForDesk?: boolean;
};

function Sum({ label, credits, isMain = false, isForDesk = false }: SumProps) {
  return (
    <div className={clsx('flex items-baseline gap-x-1.5', isForDesk && 'max-sm:sr-only')}>
      <dt className={clsx('text-small text-text3 max-sm:text-label', isMain && 'max-sm:sr-only')}>{label}</dt>
      <dd className={clsx('whitespace-nowrap', isMain ? 'text-lead font-strong' : 'text-body text-text2')}>
        {credits === undefined ? '–' : formatAmount(credits)} <span className="text-small text-text3">CRS</span>
      </dd>
    </div>
  );
}
