import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { canAfford, canPay } from '../../files/files.rules.ts';
import { OWNER_POLL_MS, useFile } from '../../files/web/files.api.ts';
import { PaymentSums } from '../../files/web/payment-sums.tsx';

/** Why the customer is here: the file that could not be paid, and the way back to it once it can. */
export function FileToPay({ id, balance }: { id: number; balance: number | undefined }) {
  const { data } = useFile(id, OWNER_POLL_MS);
  if (!data || !canPay(data.file)) return null;
  const { file } = data;
  const back = (
    <ButtonLink to={`/view-file/${id}`} variant={isCovered(balance, file.price) ? 'primary' : 'secondary'}>
      {t('Back to the file')}
    </ButtonLink>
  );
  if (isCovered(balance, file.price)) {
    return (
      <Alert kind="success" action={back}>
        {t('Your balance now pays for {name}.', { name: file.file_name })}
      </Alert>
    );
  }
  return (
    <Card title={file.file_name} actions={back}>
      <PaymentSums price={file.price} balance={balance} />
    </Card>
  );
}

const isCovered = (balance: number | undefined, price: number) => balance !== undefined && canAfford(balance, price);
