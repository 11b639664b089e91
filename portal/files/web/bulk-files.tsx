import { Bell, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SelectedDialogProps } from '../../../web/lists/confirm-selected.tsx';
import type { ListSelection } from '../../../web/lists/list-selection.tsx';
import { SelectionBar } from '../../../web/lists/selection-bar.tsx';
import { t } from '../../../web/text.ts';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { Totals } from '../../pages.schemas.ts';
import { useNotifyFileOwners, useSelectedFiles } from './all-files.api.ts';
import { NotifySelected } from './notify-selected.tsx';

const BulkDeleteFiles = lazyDialog<SelectedDialogProps & { open: boolean }>(
  async () => (await import('./bulk-delete-files.tsx')).BulkDeleteFiles,
);

type BulkFilesProps = { selection: ListSelection; totals: Totals | undefined };

/** What can be done with the chosen files. How many "all" are is the server's to count. */
export function BulkFiles({ selection, totals }: BulkFilesProps) {
  const [dialog, setDialog] = useState<'delete' | 'notify' | null>(null);
  const isEnabled = selection.isAll || dialog === 'notify';
  const described = useSelectedFiles(selection.input, { isEnabled, keepsLast: dialog === null });
  const notification = useNotifyFileOwners();
  const close = () => setDialog(null);
  return (
    <>
      <SelectionBar selection={selection} totals={totals} countOfAll={described.data?.count}>
        <Button small icon={<Bell />} onClick={() => setDialog('notify')}>
          {t('common.notify')}
        </Button>
        <Button small variant="danger" icon={<Trash2 />} onClick={() => setDialog('delete')}>
          {t('files.deleteSelected')}
        </Button>
      </SelectionBar>
      {dialog === 'delete' && (
        <BulkDeleteFiles
          open
          selection={selection.input}
          onClose={close}
          onDone={() => {
            selection.clear();
            close();
          }}
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
