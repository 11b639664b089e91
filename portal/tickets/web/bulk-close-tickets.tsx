import { useState } from 'react';
import { isolated, t } from '../../../web/text.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { TicketSummary } from '../tickets.contract.ts';
import { useCloseTickets } from './all-tickets.api.ts';

/** As many as one looks through before pressing. */
const NAMED = 5;

type BulkCloseTicketsProps = {
  tickets: readonly TicketSummary[];
  /** The ones that are still open. */
  onDone: (left: readonly TicketSummary[]) => void;
  onCancel: () => void;
};

/** One question for all of them; those that are closed already are left alone. */
export function BulkCloseTickets({ tickets, onDone, onCancel }: BulkCloseTicketsProps) {
  const [done, setDone] = useState(0);
  const { mutate, isPending } = useCloseTickets(setDone);
  const open = tickets.filter(({ status }) => status === 'OPEN');
  const confirm = () =>
    mutate(open, {
      onSuccess: (failed) => {
        const closed = open.length - failed.length;
        if (closed > 0) toast.show(t('Tickets closed: {n}', { n: closed }));
        if (failed.length > 0) toast.show(t('Tickets that could not be closed: {n}', { n: failed.length }), 'error');
        onDone(failed);
      },
    });
  return (
    <ConfirmDialog
      open
      title={t('Close {n} tickets?', { n: open.length })}
      description={<Which open={open} closed={tickets.length - open.length} />}
      confirmText={t('Close all')}
      busyText={t('Closing {done} of {n}...', { done, n: open.length })}
      busy={isPending}
      onConfirm={confirm}
      onCancel={() => !isPending && onCancel()}
    />
  );
}

function Which({ open, closed }: { open: readonly TicketSummary[]; closed: number }) {
  return (
    <>
      <span className="block wrap-anywhere">
        {open
          .slice(0, NAMED)
          .map(({ ticket_id, username }) => `${ticket_id} (${isolated(username)})`)
          .join(', ')}
      </span>
      {open.length > NAMED && <span className="block">{t('and {n} more.', { n: open.length - NAMED })}</span>}
      {closed > 0 && <span className="block">{t('{n} of the selected are closed already.', { n: closed })}</span>}
      <span className="block">{t('The customers can no longer write in them. A ticket can be reopened.')}</span>
    </>
  );
}
