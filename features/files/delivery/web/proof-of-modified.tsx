import { BadgeCheck, FileText } from 'lucide-react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { useFileHistory } from '../../web/files.api.ts';
import { useDownloadFileProof, useDownloadFileProofPage } from './proposals.api.ts';

/** For the customer, below the downloads: the proof of the version that may be downloaded, if DTC OFF has made it. */
export function ProofOfModified({ fileId }: { fileId: number }) {
  const newest = useFileHistory(fileId).data?.find(({ kind }) => kind === 'MODIFIED');
  const proof = useDownloadFileProof();
  const page = useDownloadFileProofPage();
  if (newest?.has_proof !== true) return null;
  const error = proof.error ?? page.error;
  return (
    <div className="mt-3 grid gap-2 border-t pt-3">
      <div className="flex flex-wrap gap-2">
        <Button icon={<FileText />} busy={page.isPending} onClick={() => page.mutate(fileId)}>
          {t('dtc-off.proofPrint')}
        </Button>
        <Button icon={<BadgeCheck />} busy={proof.isPending} onClick={() => proof.mutate(fileId)}>
          {t('dtc-off.proofJson')}
        </Button>
      </div>
      {error !== null && <Alert kind="danger">{messageFor(error, t('common.downloadFailed'))}</Alert>}
    </div>
  );
}
