import { messageFor } from '../../../web/api-error.ts';
import type { SelectionInput } from '../../../web/lists/list-selection.tsx';
import { isolated, t } from '../../../web/text.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { ReplyOf } from '../../endpoint.ts';
import type { describeSelectedTickets } from '../tickets.contract.ts';
import { useCloseTickets, useSelectedTickets } from './all-tickets.api.ts';

export type BulkCloseTicketsProps = {
  selection: SelectionInput;
  onDone: () => void;
  onClose: () => void;
};

/** One question for all of them; those that are closed already are left alone. */
export function BulkCloseTickets({ selection, onDone, onClose }: BulkCloseTicketsProps) {
  const { data, isError, refetch } = useSelectedTickets(selection);
  const { mutate, isPending, error } = useCloseTickets();
  if (data === undefined && !isError) return null;
  const count = data?.open ?? 0;
  const confirm = () =>
    mutate(
      { ...selection, count },
      {
        onSuccess: ({ closed, left_out }) => {
          if (closed > 0) toast.show(t('tickets.ticketsClosedN', { n: closed }));
          if (left_out > 0) toast.show(t('common.leftOutChangedMeanwhileN', { n: left_out }), 'info');
          onDone();
        },
        onError: () => void refetch(),
      },
    );
  const failure =
    data === undefined ? t('common.couldNotLoad') : error && messageFor(error, t('tickets.couldNotClosed'));
  return (
    <ConfirmDialog
      open
      title={t('tickets.closeNTickets', { n: count })}
      description={data && <Which tickets={data} />}
      confirmText={data === undefined ? t('common.retry') : t('tickets.closeAll')}
      busyText={t('tickets.closing')}
      busy={isPending}
      {...(failure && { error: failure })}
      onConfirm={data === undefined ? () => void refetch() : confirm}
      onCancel={() => !isPending && onClose()}
    />
  );
}

function Which({ tickets: { count, open, named } }: { tickets: ReplyOf<typeof describeSelectedTickets> }) {
  const closed = count - open;
  return (
    <>
      <span className="block wrap-anywhere">
        {named.map(({ ticket_id, username }) => `${ticket_id} (${isolated(username)})`).join(', ')}
      </span>
      {open > named.length && <span className="block">{t('common.nMore', { n: open - named.length })}</span>}
      {closed > 0 && <span className="block">{t('tickets.nSelectedClosedAlready', { n: closed })}</span>}
      <span className="block">{t('tickets.closingEffect')}</span>
    </>
  );
}
