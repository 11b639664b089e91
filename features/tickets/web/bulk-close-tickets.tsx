import { ConfirmSelected, type SelectedDialogProps } from '../../../web/lists/confirm-selected.tsx';
import { isolated, t } from '../../../web/languages/text.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { describeSelectedTickets } from '../tickets.calls.ts';
import { useCloseTickets, useSelectedTickets } from './all-tickets.api.ts';

/** Closes the chosen tickets; those already closed are left alone. */
export const BulkCloseTickets = (props: SelectedDialogProps) => (
  <ConfirmSelected
    {...props}
    described={useSelectedTickets(props.selection)}
    countOf={({ open }) => open}
    change={useCloseTickets()}
    titleFor={(n) => t('tickets.closeNTickets', { count: n })}
    descriptionOf={describe}
    confirmText={t('tickets.closeAll')}
    busyText={t('tickets.closing')}
    failedText={t('tickets.couldNotClosed')}
    doneText={({ closed }) => (closed > 0 ? t('tickets.ticketsClosedN', { n: closed }) : null)}
  />
);

function describe({ count, open, named }: ReplyOf<typeof describeSelectedTickets>) {
  const closed = count - open;
  return (
    <>
      <span className="block wrap-anywhere">
        {named.map(({ ticket_id, username }) => `${ticket_id} (${isolated(username)})`).join(', ')}
      </span>
      {open > named.length && <span className="block">{t('common.nMore', { count: open - named.length })}</span>}
      {closed > 0 && <span className="block">{t('tickets.nSelectedClosedAlready', { count: closed })}</span>}
      <span className="block">{t('tickets.closingEffect')}</span>
    </>
  );
}
