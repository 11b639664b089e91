import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../web/session.ts';
import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import type { ApplicationConfiguration } from '../../settings/settings.contract.ts';

type PaypalFormProps = {
  paypal: NonNullable<ApplicationConfiguration['paypal']>;
  fileId: number | null;
  /** The field of the amount: what the customer chose, or what a file lacks. The server credits what was paid. */
  children: ReactNode;
};

/** The provider's hosted button: the browser leaves for its checkout and comes back (X-PAY-01, server-rules 6). */
export function PaypalForm({ paypal, fileId, children }: PaypalFormProps) {
  const userId = useSession()?.user.id;
  const fields = {
    cmd: '_s-xclick',
    hosted_button_id: paypal.hosted_button_id,
    currency_code: 'EUR',
    custom: fileId === null ? `${userId}` : `${userId}:${fileId}`,
    notify_url: paypal.notify_url,
    return: paypal.return_url,
    cancel_return: paypal.cancel_url,
  };
  return (
    <form method="post" action={paypal.checkout_url} aria-label={t('Payment')} className="grid gap-5">
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
          {fileId === null ? t('Pay with PayPal or card') : t('Buy Credits & Pay')}
        </Button>
        <p className="min-w-0 flex-1 basis-60 text-small text-text3">
          {paypal.is_sandbox
            ? t('The sandbox is a page of this portal that stands in for PayPal.')
            : t('The payment is made in EUR on the page of PayPal.')}
          {fileId !== null && ` ${t('The file is paid as soon as the credits arrive.')}`}
        </p>
      </div>
    </form>
  );
}
