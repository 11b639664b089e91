import { Bell, UserRoundCheck } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { ListSelection } from '../../../web/lists/list-selection.tsx';
import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import type { Totals } from '../../../contract/pages.ts';
import type { BulkAssignProps } from './bulk-assign.tsx';
import type { useNotifyOwners } from '../../../web/lists/selection-calls.ts';
import type { notifyFileOwners } from '../files.calls.ts';
import type { BulkNotifyProps } from './bulk-notify.tsx';
import { BulkBar } from '../../../web/lists/selection.tsx';

const BulkAssign = lazyDialog<BulkAssignProps & { open: boolean }>(
  async () => (await import('./bulk-assign.tsx')).BulkAssign,
);

/** Holds which dialog is open over the chosen rows: one that both lists share, or one that only this list has. */
export function useBulkDialog<Own extends string>(selection: ListSelection) {
  const [dialog, open] = useState<Own | 'assign' | 'notify' | null>(null);
  const close = () => open(null);
  const finish = () => {
    selection.clear();
    close();
  };
  return { dialog, open, close, finish };
}

export type BulkProps = { selection: ListSelection; totals: Totals | undefined };

type BulkActionsProps = BulkProps & {
  kind: 'files' | 'tickets';
  bulk: {
    dialog: string | null;
    open: (dialog: 'assign' | 'notify') => void;
    close: () => void;
    finish: () => void;
  };
  /** The chosen rows as counted by the server. */
  described: { count: number; owners: number } | undefined;
  assignment: BulkAssignProps['change'];
  notification: ComponentProps<typeof NotifySelected>['notification'];
  /** Buttons for what only this list can do. */
  children: ReactNode;
};

/** Assigns chosen files or tickets and notifies their owners; each list adds actions of its own. */
export const BulkActions = ({ kind, selection, totals, bulk, described, children, ...changes }: BulkActionsProps) => (
  <>
    <SelectionBar selection={selection} totals={totals} countOfAll={described?.count}>
      {useCan('work.assign') && (
        <Button small icon={<UserRoundCheck />} onClick={() => bulk.open('assign')}>
          {t('staff.work.assignButton')}
        </Button>
      )}
      {useCan(`${kind}.notify-owners`) && (
        <Button small icon={<Bell />} onClick={() => bulk.open('notify')}>
          {t('common.notify')}
        </Button>
      )}
      {children}
    </SelectionBar>
    {bulk.dialog === 'assign' && described !== undefined && (
      <BulkAssign
        open
        selection={selection}
        count={described.count}
        change={changes.assignment}
        onClose={bulk.close}
        onDone={bulk.finish}
      />
    )}
    {bulk.dialog === 'notify' && (
      <NotifySelected
        selection={selection}
        owners={described?.owners}
        notification={changes.notification}
        onClose={bulk.close}
      />
    )}
  </>
);

const BulkNotify = lazyDialog<BulkNotifyProps & { open: boolean }>(
  async () => (await import('./bulk-notify.tsx')).BulkNotify,
);

type NotifySelectedProps = {
  selection: ListSelection;
  /** Undefined until it is known; then there is no dialog. */
  owners: number | undefined;
  notification: Pick<ReturnType<typeof useNotifyOwners<typeof notifyFileOwners>>, 'mutateAsync'>;
  onClose: () => void;
};

/** Notifies the owners of the selection, as many as were counted. */
const NotifySelected = ({ selection, owners, notification, onClose }: NotifySelectedProps) =>
  owners !== undefined && (
    <BulkNotify
      open
      owners={owners}
      notify={(text) => notification.mutateAsync({ ...selection.input, count: owners, ...text })}
      onClose={onClose}
      onDone={onClose}
    />
  );

type SelectionBarProps = {
  selection: ListSelection;
  totals: { matching: number; is_exact: boolean } | undefined;
  /** The number of rows behind "all", as counted by the server. */
  countOfAll: number | undefined;
  children: ReactNode;
};

/** Bar with the actions for the selected rows of a list. */
const SelectionBar = ({ selection, totals, countOfAll, children }: SelectionBarProps) => (
  <BulkBar
    count={selection.isAll ? countOfAll : selection.ticked}
    matching={totals?.is_exact ? totals.matching : undefined}
    mayAll={selection.mayAll}
    onAll={selection.selectAll}
    onClear={selection.clear}
  >
    {children}
  </BulkBar>
);
