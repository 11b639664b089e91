import { formatAmount } from '../../../web/languages/numbers.ts';
import { t, wordText } from '../../../web/languages/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { DescriptionList } from '../../../web/ui/description-list.tsx';
import { useShownEmail } from '../../../web/ui/email-text.tsx';
import { hasBalances, isColleague, type WithBalances } from '../balances.rules.ts';
import type { EditableUser } from '../user.ts';

/** For staff who may not change users. */
export default function AccountFacts({ user }: { user: EditableUser }) {
  const fields = [
    { label: t('common.usernameLabel'), value: user.username },
    { label: t('common.email'), value: useShownEmail(user.email), copy: user.email },
    { label: t('accounts.phone'), value: user.phone },
    { label: t('accounts.country'), value: user.country },
    { label: t('common.role'), value: wordText(user.role) },
    ...(hasBalances(user) && !isColleague(user) ? balanceFields(user) : []),
  ];
  return (
    <Card title={t('common.account')}>
      <DescriptionList fields={fields} />
    </Card>
  );
}

const balanceFields = (user: WithBalances<EditableUser>) => [
  { label: t('common.creditBalance'), value: `${formatAmount(user.credit_balance)} CRS` },
  { label: t('common.aiCreditBalance'), value: formatAmount(user.ai_credit_balance) },
];
