import type { ListSelection } from '../../../web/lists/list-selection.tsx';
import type { useNotifyOwners } from '../../../web/lists/selection-calls.ts';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import type { notifyFileOwners } from '../files.calls.ts';
import type { BulkNotifyProps } from './bulk-notify.tsx';

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
export const NotifySelected = ({ selection, owners, notification, onClose }: NotifySelectedProps) =>
  owners !== undefined && (
    <BulkNotify
      open
      owners={owners}
      notify={(text) => notification.mutateAsync({ ...selection.input, count: owners, ...text })}
      onClose={onClose}
      onDone={onClose}
    />
  );
