import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { download } from '../../../../web/client/download.ts';
import { getCurrentLanguage } from '../../../../web/languages/text.ts';
import type { DeclaredUse } from '../../../dtc-off/dtc-session.ts';
import type { FindingName } from '../../findings.ts';
import * as contract from '../proposals.calls.ts';
import { useChangeFile } from '../../web/files.api.ts';

const keyOf = (fileId: number) => ['file', fileId, 'ordered-dtcs'] as const;

/** The original never changes, so it is fetched once per visit of the page. */
export const useOrder = (fileId: number, isRepairing: boolean) =>
  useQuery({
    queryKey: [...keyOf(fileId), isRepairing, getCurrentLanguage()],
    queryFn: ({ signal }) =>
      call(
        contract.getOrder,
        { id: fileId, language: getCurrentLanguage(), ...(isRepairing && { repair_checksums: 'true' as const }) },
        { signal },
      ),
  });

export function useCreateProposal(fileId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: { declared_use: DeclaredUse | null; repair_checksums: boolean }) =>
      call(contract.createProposal, { id: fileId, ...wish }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(fileId) }),
  });
}

export function useAttachProposal(fileId: number) {
  const client = useQueryClient();
  return useChangeFile(async (input: { proposalId: number; confirmed: FindingName[] }) => {
    const detail = await call(contract.attachProposal, { id: fileId, ...input });
    void client.invalidateQueries({ queryKey: keyOf(fileId) });
    return detail;
  });
}

export const useDownloadProposal = (fileId: number) =>
  useMutation({ mutationFn: (proposalId: number) => download(contract.downloadProposal, { id: fileId, proposalId }) });
export const useDownloadProposalProof = (fileId: number) =>
  useMutation({
    mutationFn: (proposalId: number) => download(contract.downloadProposalProof, { id: fileId, proposalId }),
  });
export const useDownloadFileProof = () =>
  useMutation({ mutationFn: (id: number) => download(contract.downloadFileProof, { id }) });
export const useDownloadFileProofPage = () =>
  useMutation({ mutationFn: (id: number) => download(contract.downloadFileProofPage, { id }) });
