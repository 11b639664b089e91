import { useId } from 'react';
import { messageFor } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { amount } from '../../../web/ui/amount.ts';
import { Button } from '../../../web/ui/button.tsx';
import type { File } from '../files.contract.ts';
import { canAfford } from '../files.rules.ts';
import { useConfirmAndPay } from './files.api.ts';

type FilePaymentProps = {
  file: File;
  /** Undefined while it is not known. */
  balance: number | undefined;
  /** The change that follows is the reader's own; answers how to take that back. */
  acknowledge: () => () => void;
  onPaid: () => void;
};

/** The price against the balance, and the one press that pays (X-PAY-05). */
export function FilePayment({ file, balance, acknowledge, onPaid }: FilePaymentProps) {
  const { mutate, isPending, isError, error } = useConfirmAndPay();
  const headingId = useId();
  const pay = () => {
    const isNotMine = acknowledge();
    mutate(
      { id: file.id, price: file.price },
      {
        onSuccess: onPaid,
        onError: (reason) => {
          isNotMine();
          console.error('Payment failed', reason);
        },
      },
    );
  };
  return (
    <section aria-labelledby={headingId} className="grid gap-4 rounded-card border border-accent p-4 sm:p-5">
      <h2 id={headingId} className="text-lead">
        {t('Payment')}
      </h2>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <Sums price={file.price} balance={balance} />
        {balance !== undefined && canAfford(balance, file.price) && (
          <Button variant="primary" busy={isPending} busyText={t('Paying...')} onClick={pay}>
            {t('Confirm & Pay')}
          </Button>
        )}
      </div>
      {isError && !isPending && (
        <Alert kind="danger" action={<Button onClick={pay}>{t('Retry')}</Button>}>
          {t(messageFor(error, 'Payment failed'))}
        </Alert>
      )}
    </section>
  );
}

function Sums({ price, balance }: { price: number; balance: number | undefined }) {
  const rest = balance === undefined ? undefined : balance - price;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      <Sum label={t('To pay')} credits={price} isMain />
      <Sum label={t('Your balance')} credits={balance} />
      {rest !== undefined && rest >= 0 && <Sum label={t('Balance afterwards')} credits={rest} />}
      {rest !== undefined && rest < 0 && (
        <div className="w-full">
          <dt className="sr-only">{t('Not enough credits')}</dt>
          <dd className="font-strong text-red-fg">{t('missing {n} CRS', { n: amount(-rest) })}</dd>
        </div>
      )}
    </dl>
  );
}

function Sum({ label, credits, isMain = false }: { label: string; credits: number | undefined; isMain?: boolean }) {
  return (
    <div>
      <dt className="text-small text-text3">{label}</dt>
      <dd className={isMain ? 'text-heading font-strong' : 'text-title text-text2'}>
        {credits === undefined ? '–' : amount(credits)} <span className="text-small text-text3">CRS</span>
      </dd>
    </div>
  );
}
