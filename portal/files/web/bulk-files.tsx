import { Bell, Trash2, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import type { SelectedDialogProps } from '../../../web/lists/confirm-selected.tsx';
import type { ListSelection } from '../../../web/lists/list-selection.tsx';
import { SelectionBar } from '../../../web/lists/selection-bar.tsx';
import { t } from '../../../web/text.ts';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { Totals } from '../../pages.schemas.ts';
import { useNotifyFileOwners, useSelectedFiles } from './all-files.api.ts';
import { useAssignFiles } from './assignment.api.ts';
import type { BulkAssignProps } from './bulk-assign.tsx';
import { NotifySelected } from './notify-selected.tsx';

const BulkDeleteFiles = lazyDialog<SelectedDialogProps & { open: boolean }>(
  async () => (await import('./bulk-delete-files.tsx')).BulkDeleteFiles,
);

const BulkAssign = lazyDialog<BulkAssignProps & { open: boolean }>(
  async () => (await import('./bulk-assign.tsx')).BulkAssign,
);

type BulkFilesProps = { selection: ListSelection; totals: Totals | undefined };

/** What can be done with the chosen files. How many "all" are is the server's to count. */
export function BulkFiles({ selection, totals }: BulkFilesProps) {
  const [dialog, setDialog] = useState<'assign' | 'delete' | 'notify' | null>(null);
  const isEnabled = selection.isAll || dialog === 'notify' || dialog === 'assign';
  const described = useSelectedFiles(selection.input, { isEnabled, keepsLast: dialog === null });
  const notification = useNotifyFileOwners();
  const assignment = useAssignFiles();
  const close = () => setDialog(null);
  const finish = () => {
    selection.clear();
    close();
  };
  return (
    <>
      <SelectionBar selection={selection} totals={totals} countOfAll={described.data?.count}>
        <Button small icon={<UserRoundCheck />} onClick={() => setDialog('assign')}>
          {t('work.assign')}
        </Button>
        <Button small icon={<Bell />} onClick={() => setDialog('notify')}>
          {t('common.notify')}
        </Button>
        <Button small variant="danger" icon={<Trash2 />} onClick={() => setDialog('delete')}>
          {t('files.deleteSelected')}
        </Button>
      </SelectionBar>
      {dialog === 'delete' && <BulkDeleteFiles open selection={selection.input} onClose={close} onDone={finish} />}
      {dialog === 'assign' && described.data !== undefined && (
        <BulkAssign
          open
          selection={selection}
          count={described.data.count}
          change={assignment}
          onClose={close}
          onDone={finish}
        />
      )}
      {dialog === 'notify' && (
        <NotifySelected
          selection={selection}
          owners={described.data?.owners}
          notification={notification}
          onClose={close}
        />
      )}
    </>
  );
}
