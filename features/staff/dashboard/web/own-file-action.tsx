import { type RefObject, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../../web/client/api-error.ts';
import { formatAmount } from '../../../../web/languages/numbers.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import { canDownloadModified } from '../../../files/files.rules.ts';
import { useConfirmAndPay, useDownloadModified } from '../../../files/web/files.api.ts';

export interface OwnFileActionProps {
  fileId: number;
  /** What is to be paid; null: it is paid. */
  price: number | null;
  /** The page that deals with it. */
  to: string;
  /** What distinguishes the button from that of another row. */
  subject: string;
  /** Receives the focus when a press removes the row. */
  heading: RefObject<HTMLElement | null>;
}

export default function OwnFileAction({ price, ...props }: OwnFileActionProps) {
  return price === null ? <Download {...props} /> : <Pay {...props} price={price} />;
}

type OfFile = Omit<OwnFileActionProps, 'price'>;

/** Pays at once, as the button on the page of the file does, and downloads what is ready. */
function Pay({ fileId, price, subject, heading }: OfFile & { price: number }) {
  const payment = useConfirmAndPay();
  const { start } = useStart(fileId, heading);
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
