import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { useMyUser } from '../../accounts/web/accounts.api.ts';
import { OWNER_POLL_MS, useFile } from '../../files/web/files.api.ts';
import { roundUpAmount, chooseFirstAmount, listOfferedAmounts } from '../amounts.rules.ts';
import { usePaySandbox } from './payments.api.ts';
import { TestMode } from './payments-off.tsx';

/** Stands in for the provider's hosted checkout page: reached by the payment form, left by the form's addresses. */
export default function SandboxCheckoutScreen() {
  const [parameters] = useSearchParams();
  const custom = parameters.get('custom') ?? '';
  const file = /^\d+:([1-9]\d*)$/.exec(custom);
  return (
    <>
      <PageHeader title={t('payments.sandbox.checkoutTitle')} subline={t('payments.sandbox.checkoutHint')} />
      <div className="grid max-w-xl gap-6">
        <TestMode />
        {file ? <CheckoutForFile custom={custom} fileId={Number(file[1])} /> : <Checkout custom={custom} missing={0} />}
      </div>
    </>
  );
}

/** First offers the amount that covers the file, once that is known. */
function CheckoutForFile({ custom, fileId }: { custom: string; fileId: number }) {
  const { data, isError } = useFile(fileId, OWNER_POLL_MS);
  const balance = useMyUser().data?.credit_balance;
  if (!isError && (data === undefined || balance === undefined)) return null;
  return <Checkout custom={custom} missing={data === undefined ? 0 : data.file.price - (balance ?? 0)} />;
}

function Checkout({ custom, missing }: { custom: string; missing: number }) {
  const [parameters] = useSearchParams();
  const first = chooseFirstAmount(0, parameters.get('amount') ?? (missing > 0 ? String(roundUpAmount(missing)) : null));
  const [chosen, setChosen] = useState(first);
  const { mutate, isPending, variables, error } = usePaySandbox();
  const navigate = useNavigate();
  const pay = (outcome: 'Completed' | 'Pending') =>
    mutate(
      { custom, amount: chosen, outcome },
      { onSuccess: () => void navigate(`${ownPath(parameters.get('return'), BACK)}&st=${outcome}`) },
    );
  const isBusyWith = (outcome: string) => isPending && variables.outcome === outcome;
  return (
    <Card>
      <div className="grid gap-5">
        <Field label={t('common.amount')} hint={t('payments.sandbox.rateHint')}>
          <Select
            options={listOfferedAmounts(first).map((euros) => ({
              value: String(euros),
              label: t('payments.amountEur', { n: formatAmount(euros) }),
            }))}
            value={String(chosen)}
            onChange={(event) => setChosen(Number(event.target.value))}
          />
        </Field>
        {error && <Alert kind="danger">{messageFor(error, t('common.paymentFailed'))}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            busy={isBusyWith('Completed')}
            busyText={t('common.paying')}
            onClick={() => pay('Completed')}
          >
            {t('payments.sandbox.payButton')}
          </Button>
          <Button busy={isBusyWith('Pending')} onClick={() => pay('Pending')}>
            {t('payments.sandbox.letPendingButton')}
          </Button>
          <Link
            to={ownPath(parameters.get('cancel_return'), '/buy-credits')}
            className={buttonClass({ variant: 'quiet' })}
          >
            {t('common.cancel')}
          </Link>
        </div>
      </div>
    </Card>
  );
}

const BACK = '/buy-credits?success=true';

/** Restricts an address that came with the form to paths of this portal. */
const ownPath = (path: string | null, otherwise: string): string =>
  path !== null && /^\/(?![/\\])/.test(path) ? path : otherwise;
