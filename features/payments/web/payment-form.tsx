import { clsx } from 'clsx';
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useRememberNewestPayment } from './arrived-payment.tsx';
import type { ApplicationConfiguration } from '../../shop/settings.calls.ts';

type PaymentFormProps = {
  checkout: NonNullable<ApplicationConfiguration['checkout']>;
  fileId: number | null;
  /** The amount field: what the customer chose, or what a file lacks. The server credits what was paid. */
  children: ReactNode;
};

/** The provider's form: the browser leaves for its checkout and comes back (X-PAY-01, rules 6). */
export function PaymentForm({ checkout, fileId, children }: PaymentFormProps) {
  const userId = useSession()?.user.id;
  const onLeave = useRememberNewestPayment();
  const { provider, action, is_test: isTest, custom_field: custom } = checkout;
  const fields = { ...checkout.fields, [custom]: fileId === null ? `${userId}` : `${userId}:${fileId}` };
  return (
    <form
      method="post"
      action={action}
      aria-label={t('common.payment')}
      className={clsx('grid gap-5', fileId === null ? 'max-sm:w-full' : 'max-sm:flex-1')}
      onSubmit={onLeave}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          className="max-sm:w-full"
          icon={<CreditCard />}
          data-shortcut={fileId === null ? undefined : 'p'}
        >
          {fileId === null ? t('payments.buy.payWithProvider', { provider }) : t('payments.buy.payButton')}
        </Button>
        <p className={fileId === null ? 'min-w-0 flex-1 basis-60 text-small text-text3' : 'sr-only'}>
          {isTest ? t('payments.buy.sandboxHint', { provider }) : t('payments.buy.providerHint', { provider })}
          {fileId !== null && ` ${t('payments.buy.filePaidHint')}`}
        </p>
      </div>
    </form>
  );
}
