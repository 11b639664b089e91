import { useMemo } from 'react';
import { EveryChange } from '../../hex/web/changes-view.tsx';
import { changesText } from '../../hex/web/hex-text.ts';
import { useChanges } from '../../hex/web/use-changes.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Modal } from '../../../../web/ui/modal.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import type { FileDialogProps } from '../../web/admin-file-dialog.tsx';
import type { SimilarFile } from '../similar-files.calls.ts';
import { useOriginalToCompare } from './similar-files.api.ts';

export type CompareOriginalsProps = Pick<FileDialogProps, 'file' | 'onClose'> & { other: SimilarFile };

/**
 * Shows where the originals of two files differ: a map, the bytes side by side, and every region. Compared in the
 * browser.
 */
export function CompareOriginals({ file, other, onClose }: CompareOriginalsProps) {
  return (
    <Modal
      open
      size="large"
      title={t('files.similar.compareTitle', { id: file.file_id, other: other.file_id })}
      description={t('files.similar.compareHint', { id: file.file_id, other: other.file_id })}
      onClose={onClose}
    >
      <Differences id={file.id} otherId={other.id} />
    </Modal>
  );
}

function Differences({ id, otherId }: { id: number; otherId: number }) {
  const one = useOriginalToCompare(id);
  const other = useOriginalToCompare(otherId);
  const compared = useMemo(
    () => (one.data && other.data ? { original: other.data, modified: one.data, codes: [] } : null),
    [one.data, other.data],
  );
  const changes = useChanges(compared);
  const failed = [one, other].filter(({ isError }) => isError);
  if (failed.length > 0) return <LoadError onRetry={() => failed.forEach(({ refetch }) => void refetch())} />;
  if (changes === null) return <SkeletonLines label={t('common.comparingFiles')} />;
  if (changes === 'failed') return <Alert kind="warning">{t('common.comparisonFailed')}</Alert>;
  return (
    <div className="grid min-w-0 gap-5">
      <p className="text-lead font-strong">{changesText(changes)}</p>
      <EveryChange changes={changes} explained="none" isNarrow />
    </div>
  );
}
