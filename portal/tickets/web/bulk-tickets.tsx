import { Bell, CircleX, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import type { SelectedDialogProps } from '../../../web/lists/confirm-selected.tsx';
import type { ListSelection } from '../../../web/lists/list-selection.tsx';
import { SelectionBar } from '../../../web/lists/selection-bar.tsx';
import { t } from '../../../web/text.ts';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { BulkAssignProps } from '../../files/web/bulk-assign.tsx';
import { NotifySelected } from '../../files/web/notify-selected.tsx';
import type { Totals } from '../../pages.schemas.ts';
import { useAssignTickets, useNotifyTicketOwners, useSelectedTickets } from './all-tickets.api.ts';

const BulkCloseTickets = lazyDialog<SelectedDialogProps & { open: boolean }>(
  async () => (await import('./bulk-close-tickets.tsx')).BulkCloseTickets,
);

const BulkAssign = lazyDialog<BulkAssignProps & { open: boolean }>(
  async () => (await import('../../files/web/bulk-assign.tsx')).BulkAssign,
);

type BulkTicketsProps = { selection: ListSelection; totals: Totals | undefined };

/** What can be done with the chosen tickets. A ticket cannot be deleted: it goes with its file. */
export function BulkTickets({ selection, totals }: BulkTicketsProps) {
  const [dialog, setDialog] = useState<'assign' | 'close' | 'notify' | null>(null);
  const isEnabled = selection.isAll || selection.ticked > 0;
  const { data } = useSelectedTickets(selection.input, { isEnabled, keepsLast: dialog === null });
  const notification = useNotifyTicketOwners();
  const assignment = useAssignTickets();
  const end = () => setDialog(null);
  const finish = () => {
    selection.clear();
    end();
  };
  return (
    <>
      <SelectionBar selection={selection} totals={totals} countOfAll={data?.count}>
        <Button small icon={<UserRoundCheck />} onClick={() => setDialog('assign')}>
          {t('work.assign')}
        </Button>
        <Button small icon={<Bell />} onClick={() => setDialog('notify')}>
          {t('common.notify')}
        </Button>
        {data !== undefined && data.open > 0 && (
          <Button small icon={<CircleX />} onClick={() => setDialog('close')}>
            {t('tickets.closeSelected')}
          </Button>
        )}
      </SelectionBar>
      {dialog === 'close' && <BulkCloseTickets open selection={selection.input} onClose={end} onDone={finish} />}
      {dialog === 'assign' && data !== undefined && (
        <BulkAssign open selection={selection} count={data.count} change={assignment} onClose={end} onDone={finish} />
      )}
      {dialog === 'notify' && (
        <NotifySelected selection={selection} owners={data?.owners} notification={notification} onClose={end} />
      )}
    </>
  );
}
