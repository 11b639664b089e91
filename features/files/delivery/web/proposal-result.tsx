import { useState } from 'react';
import { Download } from 'lucide-react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { t, textKey } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import { listWarnings } from '../../review/findings.rules.ts';
import { canUploadModified } from '../../review/review.rules.ts';
import { ModifiedCheckResult } from '../../review/web/modified-check.tsx';
import type { FileDialogProps } from '../../web/admin-file-dialog.tsx';
import type { Proposal } from '../proposals.calls.ts';
import { useAttachProposal, useDownloadProposal, useDownloadProposalProof } from './proposals.api.ts';

type ProposalResultProps = Omit<FileDialogProps, 'onClose'> & { proposal: Proposal };

/** The generated file and the findings of the second check; an administrator looks at them before attaching it. */
export default function ProposalResult({ file, proposal, acknowledge }: ProposalResultProps) {
  const { file_name, username, is_attached, findings, also_codes } = proposal;
  const [isConfirmed, setConfirmed] = useState(false);
  const [isMissed, setMissed] = useState(false);
  const { mutate, isPending, error } = useAttachProposal(file.id);
  const warnings = listWarnings(findings);
  const attach = () => {
    if (warnings.length > 0 && !isConfirmed) return setMissed(true);
    const undoAcknowledge = acknowledge();
    mutate(
      { proposalId: proposal.id, confirmed: warnings },
      { onSuccess: () => toast.show(t('common.uploadDone')), onError: undoAcknowledge },
    );
  };
  const sentence = is_attached ? textKey('files.proposal.attached') : textKey('files.proposal.madeBy');
  return (
    <section aria-label={t('files.proposal.label')} className="grid gap-3 border-t pt-4">
      <h4 className="text-body font-strong">{t('files.proposal.label')}</h4>
      <p className="text-body text-text2 wrap-anywhere">{t(sentence, { file: file_name, name: username })}</p>
      {also_codes.length > 0 && (
        <p className="text-small text-text2 wrap-anywhere">
          {t('dtc-off.generated.together', { codes: also_codes.join(', ') })}
        </p>
      )}
      <ModifiedCheckResult
        check={{ state: 'found', findings }}
        isConfirmed={isConfirmed}
        isMissed={isMissed}
        onConfirm={setConfirmed}
      />
      <Downloads fileId={file.id} proposalId={proposal.id} />
      {!is_attached && canUploadModified(file) && (
        <div>
          <Button variant="primary" busy={isPending} busyText={t('common.uploading')} onClick={attach}>
            {t('files.proposal.attachButton')}
          </Button>
        </div>
      )}
      {error !== null && <Alert kind="danger">{messageFor(error, t('common.somethingWentWrong'))}</Alert>}
    </section>
  );
}

function Downloads({ fileId, proposalId }: { fileId: number; proposalId: number }) {
  const file = useDownloadProposal(fileId);
  const proof = useDownloadProposalProof(fileId);
  const error = file.error ?? proof.error;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={<Download />} busy={file.isPending} onClick={() => file.mutate(proposalId)}>
        {t('files.proposal.download')}
      </Button>
      <Button icon={<Download />} busy={proof.isPending} onClick={() => proof.mutate(proposalId)}>
        {t('dtc-off.proofJson')}
      </Button>
      {error !== null && <Alert kind="danger">{messageFor(error, t('common.downloadFailed'))}</Alert>}
    </div>
  );
}
