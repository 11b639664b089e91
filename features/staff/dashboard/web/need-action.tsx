import { lazy, Suspense } from 'react';
import { useCan } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { ButtonLink } from '../../../../web/ui/button.tsx';
import { useMyUser } from '../../../accounts/web/accounts.api.ts';
import { canAfford } from '../../../files/files.rules.ts';
import type { NeedKind } from '../dashboard.calls.ts';
import type { OwnFileActionProps } from './own-file-action.tsx';

/** Where it does not load, the row leads to the page of the file, as the rows of staff do. */
const OwnFileAction = lazy(() =>
  import('./own-file-action.tsx').catch(() => ({
    default: ({ to, subject }: OwnFileActionProps) => <Way to={to} text={t('common.view')} subject={subject} />,
  })),
);

interface NeedActionProps extends Omit<OwnFileActionProps, 'fileId'> {
  kind: NeedKind;
  /** Null for a payment, which has no file. */
  fileId: number | null;
  /** Whether its ticket can be answered. */
  isOpen: boolean;
}

/** The one next action of a row. What needs more than a press leads to the page where it is done. */
export function NeedAction(props: NeedActionProps) {
  const { kind, fileId, price, isOpen, to, subject } = props;
  const [canPrice, canAnswer] = [useCan('files.price'), useCan('tickets.answer')];
  const balance = useMyUser().data?.credit_balance;
  if (kind === 'PAY' && price !== null && balance !== undefined && !canAfford(balance, price)) {
    return <Way to={to} text={t('common.buyCredits')} subject={subject} />;
  }
  if (fileId !== null && (kind === 'PAY' || kind === 'DOWNLOAD')) {
    return (
      <Suspense>
        <OwnFileAction {...props} fileId={fileId} price={kind === 'PAY' ? price : null} />
      </Suspense>
    );
  }
  const isDelivery = kind === 'SET_PRICE' || kind === 'CHANGE_REQUESTED';
  if (isDelivery && canPrice) return <Way to={`${to}#deliver`} text={t('staff.dashboard.deliver')} subject={subject} />;
  if (kind === 'READ_REPLY' || (kind === 'REPLY' && canAnswer)) {
    const text = isOpen ? t('staff.dashboard.reply') : t('common.view');
    return <Way to={`${to}#ticket`} text={text} subject={subject} />;
  }
  return <Way to={to} text={t('common.view')} subject={subject} />;
}

const Way = ({ to, text, subject }: { to: string; text: string; subject: string }) => (
  <ButtonLink small to={to} aria-label={`${text}: ${subject}`}>
    {text}
  </ButtonLink>
);
