import { useMemo } from 'react';
import { ChangesView } from '../../hex/web/changes-view.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Modal } from '../../../../web/ui/modal.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import type { HistoryEntry } from '../../file.ts';
import { useVersionBytes } from './revisions.api.ts';

type CompareVersionsProps = {
  fileId: number;
  earlier: HistoryEntry;
  newest: HistoryEntry;
  onClose: () => void;
};

/** Shows the differences between two versions, byte by byte; both are fetched and compared in the browser. */
export default function CompareVersions({ fileId, earlier, newest, onClose }: CompareVersionsProps) {
  const [before, after] = [useVersionBytes(fileId, earlier.id), useVersionBytes(fileId, newest.id)];
  const compared = useMemo(
    () => (before.data && after.data ? { original: before.data, modified: after.data, codes: [] } : null),
    [before.data, after.data],
  );
  const retry = () => {
    for (const version of [before, after]) if (version.isError) void version.refetch();
  };
  return (
    <Modal
      open
      size="large"
      title={t('files.revisions.compareTitle')}
      description={
        <span className="wrap-anywhere">
          {t('files.revisions.comparedNames', { before: earlier.file_name, after: newest.file_name })}
        </span>
      }
      onClose={onClose}
    >
      {compared ? (
        <ChangesView compared={compared} explained="none" />
      ) : before.isError || after.isError ? (
        <LoadError onRetry={retry} />
      ) : (
        <SkeletonLines label={t('common.comparingFiles')} />
      )}
    </Modal>
  );
}
