import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { formatAmount } from '../../../web/ui/amount.ts';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { canAfford, canPay } from '../../files/files.rules.ts';
import { OWNER_POLL_MS, useFile } from '../../files/web/files.api.ts';

/** Why the customer is here: the file that could not be paid, and the way back to it once it can. */
export function FileToPay({ id, balance }: { id: number; balance: number | undefined }) {
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
