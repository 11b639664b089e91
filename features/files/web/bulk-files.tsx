import { Trash2 } from 'lucide-react';
import type { SelectedDialogProps } from '../../../web/lists/confirm-selected.tsx';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { useNotifyFileOwners, useSelectedFiles } from './all-files.api.ts';
import { useAssignFiles } from './assignment.api.ts';
import { BulkActions, useBulkDialog, type BulkProps } from './bulk-actions.tsx';

const BulkDeleteFiles = lazyDialog<SelectedDialogProps & { open: boolean }>(
  async () => (await import('./bulk-delete-files.tsx')).BulkDeleteFiles,
);

/** Actions on the chosen files. How many "all" are is counted by the server. */
export function BulkFiles({ selection, totals }: BulkProps) {
  const bulk = useBulkDialog<'delete'>(selection);
  const { dialog, open, close, finish } = bulk;
  const isEnabled = selection.isAll || dialog === 'notify' || dialog === 'assign';
  const { data } = useSelectedFiles(selection.input, { isEnabled, keepsLast: dialog === null });
  const changes = { assignment: useAssignFiles(), notification: useNotifyFileOwners() };
  return (
    <>
      <BulkActions selection={selection} totals={totals} bulk={bulk} described={data} {...changes}>
        <Button small variant="danger" icon={<Trash2 />} onClick={() => open('delete')}>
          {t('files.bulkDelete.button')}
        </Button>
      </BulkActions>
      {dialog === 'delete' && <BulkDeleteFiles open selection={selection.input} onClose={close} onDone={finish} />}
    </>
  );
}
