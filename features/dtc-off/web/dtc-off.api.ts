import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { download, fetchBlob, fetchFile } from '../../../web/client/download.ts';
import { useCan } from '../../../web/client/session.ts';
import { getCurrentLanguage } from '../../../web/languages/text.ts';
import { type UploadOptions, upload } from '../../../web/client/upload.ts';
import { useChange } from '../../../web/client/use-change.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import * as coverage from '../coverage.calls.ts';
import * as contract from '../dtc-off.calls.ts';
import * as generations from '../generations.calls.ts';
import * as proof from '../proof.calls.ts';
import * as staff from '../staff-dtc-off.calls.ts';
import type { Summary } from '../../../ecu/summary.ts';
import { describeDtcs, toDescribeInput } from '../describe-dtcs.calls.ts';

/** Number of retries when no response arrives at all (X-LIM-02). */
export const UPLOAD_RETRIES = 3;

const SESSIONS = ['ai-sessions'] as const;
const GENERATIONS = ['ai-generations'] as const;

const OF_CUSTOMERS = { ...contract, listEcuModels: coverage.listEcuModels };
const OF_STAFF: typeof OF_CUSTOMERS = {
  ...OF_CUSTOMERS,
  uploadToAi: staff.uploadAsStaff,
  chooseModel: staff.chooseModelAsStaff,
  getDtcs: staff.getDtcsAsStaff,
  switchDtcsOff: staff.switchDtcsOffAsStaff,
  downloadSessionFile: staff.downloadSessionFileAsStaff,
  listSessions: staff.listSessionsAsStaff,
  listEcuModels: staff.listEcuModelsAsStaff,
};

/** Whether the reader uses DTC OFF free of charge. */
export const useIsFree = () => useCan('dtc-off.use-free');

/** Staff have calls of their own for the same work. */
const useCalls = () => (useIsFree() ? OF_STAFF : OF_CUSTOMERS);

export function useEcuModels() {
  const calls = useCalls();
  return useQuery({
    queryKey: ['ecu-models'],
    queryFn: ({ signal }) => call(calls.listEcuModels, {}, { signal }),
    staleTime: Infinity,
  });
}

export const useCoverage = () =>
  useQuery({
    queryKey: ['ecu-coverage'],
    queryFn: ({ signal }) => call(coverage.getCoverage, {}, { signal }),
    staleTime: Infinity,
  });

/** The sessions that can be continued, whether they were started here or on another device. */
export function useAiSessions() {
  const calls = useCalls();
  return useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => call(calls.listSessions, {}, { signal }),
    staleTime: 0,
  });
}

export function useUploadToAi() {
  const calls = useCalls();
  return useChange(
    (options: UploadOptions) => upload(calls.uploadToAi, {}, { retries: UPLOAD_RETRIES, ...options }),
    [SESSIONS],
  );
}

/** Has the file of a session read as another model, or again as what it is recognised as. */
export function useChooseModel() {
  const calls = useCalls();
  return useChange((input: InputOf<typeof contract.chooseModel>) => call(calls.chooseModel, input), [SESSIONS]);
}

export function useGetDtcs() {
  const calls = useCalls();
  return useMutation({
    mutationFn: (input: InputOf<typeof contract.getDtcs>) =>
      call(calls.getDtcs, { ...input, language: getCurrentLanguage() }),
  });
}

/** A generated file as received. */
export type GeneratedFile = { bytes: Uint8Array; blob: Blob; name: string };

export function useSwitchDtcsOff() {
  const client = useQueryClient();
  const calls = useCalls();
  return useMutation({
    mutationFn: async (input: InputOf<typeof contract.switchDtcsOff>): Promise<GeneratedFile> => {
      const { blob, name } = await fetchFile(calls.switchDtcsOff, input);
      return { bytes: new Uint8Array(await blob.arrayBuffer()), blob, name };
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['my-user'] });
      void client.invalidateQueries({ queryKey: SESSIONS });
      void client.invalidateQueries({ queryKey: GENERATIONS });
    },
  });
}

/** The uploaded file of a session, fetched only where this page does not have it. It never changes. */
export function useSessionFile(fileName: string, isEnabled: boolean) {
  const calls = useCalls();
  return useQuery({
    queryKey: ['ai-session-file', fileName],
    queryFn: () => fetchBlob(calls.downloadSessionFile, { handle: fileName.split('.').at(-1) ?? '' }),
    staleTime: Infinity,
    enabled: isEnabled,
  });
}

/** One page of the generated files: the customer's own, or all for an administrator. `page` counts from 1. */
export const useGenerations = (search: string, page: number) =>
  useQuery({
    queryKey: [...GENERATIONS, search, page],
    queryFn: ({ signal }) =>
      call(
        generations.listGenerations,
        { ...(search !== '' && { search }), offset: (page - 1) * generations.GENERATIONS_PER_PAGE },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useDownloadDtcOffRecord = () =>
  useMutation({ mutationFn: () => download(proof.downloadDtcOffRecord, {}) });

export const useDownloadGenerated = () =>
  useMutation({ mutationFn: (id: number) => download(proof.downloadGenerated, { id }) });
export const useDownloadProof = () =>
  useMutation({ mutationFn: (id: number) => download(proof.downloadProof, { id }) });
export const useDownloadProofPage = () =>
  useMutation({ mutationFn: (id: number) => download(proof.downloadProofPage, { id }) });

/** Each summary stands for one file that was read; its content is too long for a query key, so it is numbered. */
const numbers = new WeakMap<Summary, number>();
let last = 0;

function assignNumber(summary: Summary): number {
  const number = numbers.get(summary) ?? (last += 1);
  numbers.set(summary, number);
  return number;
}

/** Returns the codes of a file that was read in this browser, as the server describes them. */
export const useDescribedDtcs = (summary: Summary) =>
  useQuery({
    queryKey: ['described-dtcs', assignNumber(summary), getCurrentLanguage()],
    queryFn: async ({ signal }) =>
      (await call(describeDtcs, toDescribeInput(summary, getCurrentLanguage()), { signal })).rows,
    staleTime: Infinity,
  });
