import { useId } from 'react';
import { messageFor } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import type { File } from '../files.contract.ts';
import { canAfford } from '../files.rules.ts';
import { useConfirmAndPay } from './files.api.ts';
import { PaymentSums } from './payment-sums.tsx';

type FilePaymentProps = {
  file: File;
  /** Undefined while it is not known. */
  balance: number | undefined;
  /** The change that follows is the reader's own; answers how to take that back. */
  acknowledge: () => () => void;
  onPaid: () => void;
};

/** The price against the balance, and the one press that pays, or the way to more credits (X-PAY-05). */
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
        <PaymentSums price={file.price} balance={balance} />
        {balance !== undefined &&
          (canAfford(balance, file.price) ? (
            <Button variant="primary" data-shortcut="p" busy={isPending} busyText={t('Paying...')} onClick={pay}>
              {t('Confirm & Pay')}
            </Button>
          ) : (
            <ButtonLink variant="primary" data-shortcut="p" to={`/buy-credits?file=${file.id}`}>
              {t('Buy Credits & Pay')}
            </ButtonLink>
          ))}
      </div>
      {isError && !isPending && (
        <Alert kind="danger" action={<Button onClick={pay}>{t('Retry')}</Button>}>
          {messageFor(error, t('Payment failed'))}
        </Alert>
      )}
    </section>
  );
}
