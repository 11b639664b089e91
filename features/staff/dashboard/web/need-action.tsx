import { type RefObject, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../../web/client/api-error.ts';
import { useCan } from '../../../../web/client/session.ts';
import { formatAmount } from '../../../../web/languages/numbers.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button, ButtonLink } from '../../../../web/ui/button.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import { useMyUser } from '../../../accounts/web/accounts.api.ts';
import { canAfford, canDownloadModified } from '../../../files/files.rules.ts';
import { useConfirmAndPay, useDownloadModified } from '../../../files/web/files.api.ts';
import type { NeedKind } from '../dashboard.calls.ts';

interface NeedActionProps {
  kind: NeedKind;
  /** Null for a payment, which has no file. */
  fileId: number | null;
  price: number | null;
  /** The page that deals with it. */
  to: string;
  /** What distinguishes the button from that of another row. */
  subject: string;
  /** Receives the focus when a press removes the row. */
  heading: RefObject<HTMLElement | null>;
}

/** The one next action of a row. What needs more than a press leads to the page where it is done. */
export function NeedAction(props: NeedActionProps) {
  const { kind, fileId, price, to, subject } = props;
  const [canPrice, canAnswer] = [useCan('files.price'), useCan('tickets.answer')];
  if (kind === 'PAY' && fileId !== null && price !== null) return <Pay {...props} fileId={fileId} price={price} />;
  if (kind === 'DOWNLOAD' && fileId !== null) return <Download {...props} fileId={fileId} />;
  const isDelivery = kind === 'SET_PRICE' || kind === 'CHANGE_REQUESTED';
  if (isDelivery && canPrice) return <Way to={`${to}#deliver`} text={t('staff.dashboard.deliver')} subject={subject} />;
  const isReply = kind === 'READ_REPLY' || (kind === 'REPLY' && canAnswer);
  if (isReply) return <Way to={`${to}#ticket`} text={t('staff.dashboard.reply')} subject={subject} />;
  return <Way to={to} text={t('common.view')} subject={subject} />;
}

const Way = ({ to, text, subject }: { to: string; text: string; subject: string }) => (
  <ButtonLink small to={to} aria-label={`${text}: ${subject}`}>
    {text}
  </ButtonLink>
);

type OfFile = NeedActionProps & { fileId: number };

/** Pays at once, as the button on the page of the file does, and downloads what is ready. */
function Pay({ fileId, price, to, subject, heading }: OfFile & { price: number }) {
  const balance = useMyUser().data?.credit_balance;
  const payment = useConfirmAndPay();
  const { start } = useStart(fileId, heading);
  if (balance !== undefined && !canAfford(balance, price)) {
    return <Way to={to} text={t('common.buyCredits')} subject={subject} />;
  }
  const text = t('staff.dashboard.pay', { price: formatAmount(price) });
  const pay = () =>
    payment.mutate(
      { id: fileId, price },
      {
        onSuccess: ({ file }) => {
          const isReady = canDownloadModified(file) && file.mod_file_name !== null;
          const amount = { price: formatAmount(price) };
          toast.show(isReady ? t('files.page.paidNow', amount) : t('staff.dashboard.paid', amount));
          start(isReady);
        },
        onError: (error) => toast.show(messageFor(error, t('common.paymentFailed')), 'error'),
      },
    );
  return (
    <Button
      small
      variant="primary"
      aria-label={`${text}: ${subject}`}
      busy={payment.isPending}
      busyText={t('common.paying')}
      onClick={pay}
    >
      {text}
    </Button>
  );
}

function Download({ fileId, subject, heading }: OfFile) {
  const { start, isPending } = useStart(fileId, heading);
  return (
    <Button small aria-label={`${t('common.download')}: ${subject}`} busy={isPending} onClick={() => start(true)}>
      {t('common.download')}
    </Button>
  );
}

/** Downloads the modified file, where there is one, and then reads the list again, from which the row disappears. */
function useStart(fileId: number, heading: RefObject<HTMLElement | null>) {
  const download = useDownloadModified();
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const start = async (isReady: boolean) => {
    setPending(true);
    try {
      if (isReady) await download.mutateAsync(fileId);
    } catch (error) {
      toast.show(messageFor(error, t('common.downloadFailed')), 'error');
    } finally {
      setPending(false);
      heading.current?.focus();
      await client.invalidateQueries({ queryKey: ['dashboard'] });
    }
  };
  return { start: (isReady: boolean) => void start(isReady), isPending };
}
