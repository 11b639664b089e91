import { useUndoDeletion } from '../../staff/restore/web/undo-deletion.ts';
import { ConfirmSelected, type SelectedDialogProps } from '../../../web/lists/confirm-selected.tsx';
import { t } from '../../../web/languages/text.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { describeSelectedFiles } from '../files.calls.ts';
import { useDeleteFiles, useSelectedFiles } from './all-files.api.ts';

export function BulkDeleteFiles(props: SelectedDialogProps) {
  const undo = useUndoDeletion('FILE');
  return (
    <ConfirmSelected
      {...props}
      described={useSelectedFiles(props.selection)}
      countOf={({ count }) => count}
      change={useDeleteFiles()}
      danger
      titleFor={(n) => t('files.bulkDelete.confirm', { count: n })}
      descriptionOf={describe}
      confirmText={t('files.bulkDelete.confirmButton')}
      busyText={t('common.deleting')}
      failedText={t('files.bulkDelete.failed')}
      // One by one, which all that match are too many for: they are in the bin.
      undo={props.selection.all === undefined && undo ? ({ ids }) => undo(ids, '') : undefined}
      doneText={({ deleted }) => (deleted > 0 ? t('files.bulkDelete.done', { n: deleted }) : null)}
    />
  );
}

/** Points out that deleting moves no credits, which is unexpected for a paid file. */
function describe({ count, named, owed }: ReplyOf<typeof describeSelectedFiles>) {
  return (
    <>
      <span className="block wrap-anywhere">
        {named.map(({ file_id, file_name }) => `${file_id} ${file_name}`).join(', ')}
      </span>
      {count > named.length && <span className="block">{t('common.andMore', { count: count - named.length })}</span>}
      {owed > 0 && <strong className="block text-text">{t('files.bulkDelete.paidHint', { count: owed })}</strong>}
      <span className="block">{t('files.bulkDelete.hint')}</span>
    </>
  );
}
