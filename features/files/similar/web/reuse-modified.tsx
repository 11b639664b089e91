import { useState } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Modal } from '../../../../web/ui/modal.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import type { FileDialogProps } from '../../web/admin-file-dialog.tsx';
import { listWarnings } from '../../review/findings.rules.ts';
import { ModifiedCheckResult } from '../../review/web/modified-check.tsx';
import type { SimilarFile } from '../similar-files.calls.ts';
import { useReuseCheck, useReuseModified } from './similar-files.api.ts';

export type ReuseModifiedProps = FileDialogProps & { other: SimilarFile };

/** The modified file of an identical original, checked against this order and attached with one press. */
export function ReuseModified({ file, other, acknowledge, onClose }: ReuseModifiedProps) {
  const reuse = useReuse({ file, other, acknowledge, onClose });
  return (
    <Modal
      open
      size="medium"
      title={t('files.similar.reuseLabel', { id: other.file_id })}
      description={t('files.fileOfUser', { id: file.file_id, username: file.username })}
      onClose={() => !reuse.isPending && onClose()}
      footer={
        <>
          <Button disabled={reuse.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            busy={reuse.isPending}
            busyText={t('files.similar.attaching')}
            disabled={!reuse.canAttach}
            onClick={reuse.attach}
          >
            {t('files.similar.reuse')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <dl className="grid gap-2 text-body">
          <Ordered label={t('files.similar.orderedThere', { id: other.file_id })} solution={other.solution} />
          <Ordered label={t('files.similar.orderedHere')} solution={file.solution} />
        </dl>
        {other.solution !== file.solution && <Alert kind="warning">{t('files.similar.otherOrder')}</Alert>}
        <ModifiedCheckResult {...reuse.shown} />
        <p className="text-small text-text3">{t('files.similar.reuseHint')}</p>
        {reuse.error !== null && <Alert kind="danger">{messageFor(reuse.error, t('common.somethingWentWrong'))}</Alert>}
      </div>
    </Modal>
  );
}

function Ordered({ label, solution }: { label: string; solution: string }) {
  return (
    <div>
      <dt className="text-label text-text3">{label}</dt>
      <dd className="wrap-anywhere">{solution}</dd>
    </div>
  );
}

function useReuse({ file, other, acknowledge, onClose }: ReuseModifiedProps) {
  const pair = { id: file.id, otherId: other.id };
  const check = useReuseCheck(pair.id, pair.otherId);
  const [isConfirmed, setConfirmed] = useState(false);
  const [isMissed, setMissed] = useState(false);
  const { mutate, isPending, error } = useReuseModified();
  const findings = check.data;
  const attach = () => {
    if (findings === undefined) return;
    const warnings = listWarnings(findings);
    if (warnings.length > 0 && !isConfirmed) return setMissed(true);
    const undoAcknowledge = acknowledge();
    mutate(
      { ...pair, confirmed: warnings },
      {
        onSuccess: () => {
          toast.show(t('files.similar.reused'));
          onClose();
        },
        onError: undoAcknowledge,
      },
    );
  };
  const state = findings ? ({ state: 'found', findings } as const) : ({ state: 'comparing' } as const);
  return {
    attach,
    canAttach: findings !== undefined,
    isPending,
    error: error ?? check.error,
    shown: {
      check: check.isError ? ({ state: 'none' } as const) : state,
      isConfirmed,
      isMissed,
      onConfirm: setConfirmed,
    },
  };
}
