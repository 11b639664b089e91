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
    titleFor={(n) => t('tickets.bulkClose.confirm', { count: n })}
    descriptionOf={describe}
    confirmText={t('tickets.bulkClose.confirmButton')}
    busyText={t('tickets.bulkClose.closing')}
    failedText={t('tickets.bulkClose.failed')}
    doneText={({ closed }) => (closed > 0 ? t('tickets.bulkClose.done', { n: closed }) : null)}
  />
);

function describe({ count, open, named }: ReplyOf<typeof describeSelectedTickets>) {
  const closed = count - open;
  return (
    <>
      <span className="block wrap-anywhere">
        {named.map(({ ticket_id, username }) => `${ticket_id} (${isolated(username)})`).join(', ')}
      </span>
      {open > named.length && <span className="block">{t('common.andMore', { count: open - named.length })}</span>}
      {closed > 0 && <span className="block">{t('tickets.bulkClose.alreadyClosed', { count: closed })}</span>}
      <span className="block">{t('tickets.bulkClose.hint')}</span>
    </>
  );
}
