import { CircleX } from 'lucide-react';
import type { SelectedDialogProps } from '../../../web/lists/confirm-selected.tsx';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { BulkActions, useBulkDialog, type BulkProps } from '../../files/web/bulk-actions.tsx';
import { useAssignTickets, useNotifyTicketOwners, useSelectedTickets } from './all-tickets.api.ts';

const BulkCloseTickets = lazyDialog<SelectedDialogProps & { open: boolean }>(
  async () => (await import('./bulk-close-tickets.tsx')).BulkCloseTickets,
);

/** What can be done with the chosen tickets. A ticket cannot be deleted on its own: it is deleted with its file. */
export function BulkTickets({ selection, totals }: BulkProps) {
  const bulk = useBulkDialog<'close'>(selection);
  const { dialog, open, close, finish } = bulk;
  const isEnabled = selection.isAll || selection.ticked > 0;
  const { data } = useSelectedTickets(selection.input, { isEnabled, keepsLast: dialog === null });
  const changes = { assignment: useAssignTickets(), notification: useNotifyTicketOwners() };
  return (
    <>
      <BulkActions selection={selection} totals={totals} bulk={bulk} described={data} {...changes}>
        {data !== undefined && data.open > 0 && (
          <Button small icon={<CircleX />} onClick={() => open('close')}>
            {t('tickets.bulkClose.button')}
          </Button>
        )}
      </BulkActions>
      {dialog === 'close' && <BulkCloseTickets open selection={selection.input} onClose={close} onDone={finish} />}
    </>
  );
}
