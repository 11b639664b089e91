import { useRef, useState } from 'react';
import { ApiError } from '../../../web/client/api-error.ts';
import { save } from '../../../web/client/download.ts';
import { t } from '../../../web/languages/text.ts';
import type { EcuModel } from '../coverage.calls.ts';
import type { AiUpload, DeclaredUse, DtcTable } from '../dtc-session.ts';
import { joinSelection, notEnoughCredits } from '../dtc-off.rules.ts';
import { listSwitchedOff } from '../dtc-table.rules.ts';
import { useAiSessions, useChooseModel, useGetDtcs, useSwitchDtcsOff } from './dtc-off.api.ts';
import type { OpenedFile } from './processing.tsx';

/** A file generated on this page, with the codes that are off in it. */
export type MadeFile = { blob: Blob; bytes: Uint8Array; name: string; codes: readonly string[] };

/** refused: the server gave a reason. failed: there was no result, and it can be tried again. */
type FileError = { kind: 'refused'; text: string; needsCredits: boolean } | { kind: 'failed'; text: string };

const NOT_ENOUGH = notEnoughCredits().code;

/** The state of an opened file: its control unit, its codes, the selection, and what was generated from it. */
export function useEcuFile(opened: OpenedFile) {
  const [upload, setUpload] = useState(opened.upload);
  const [isRepairing, setIsRepairing] = useState(false);
  const { problem, clear, attempt, retry } = useAttempts();
  const { table, selected, switchedOff, select, setTable, forgetCodes } = useCodes();
  const session = useAiSessions().data?.find(({ fileName }) => fileName === upload.fileName);
  const getDtcs = useGetDtcs();
  const named = nameFile(upload, isRepairing);
  const wasCharged = upload.charged || session?.charged === true;
  const toGenerate = { named, codes: switchedOff, wasCharged };
  const { made, isCharged, declared, generate, isGenerating } = useGeneration(attempt, toGenerate);
  const { chooseModel, isReading } = useModelChoice(attempt, upload.fileName, (read) => {
    setUpload(read);
    // Codes that were read for another model do not apply to this one (X-DTC-03).
    forgetCodes();
    setIsRepairing(false);
  });
  const readCodes = (repairing: boolean) =>
    attempt({ log: 'The codes could not be read', text: t('dtc-off.readCodesFailed') }, async () => {
      const read = await getDtcs.mutateAsync(nameFile(upload, repairing));
      setIsRepairing(repairing);
      forgetCodes();
      setTable(read);
    });
  return {
    upload,
    ecu: upload.ecuinfo,
    table,
    selected,
    switchedOff,
    problem,
    made,
    isCharged,
    isBusy: getDtcs.isPending || isGenerating || isReading,
    isReading,
    isRepairing,
    declaredUse: declared ?? session?.declaredUse ?? null,
    generations: session?.generations ?? [],
    check: () => readCodes(isRepairing),
    generate,
    chooseModel,
    /** Which codes can be chosen depends on the checksums, so codes that are shown are read again. */
    setRepairing: (isOn: boolean) => {
      if (table !== null) return void readCodes(isOn);
      clear();
      setIsRepairing(isOn);
    },
    retry,
    select,
  };
}

export type EcuFile = ReturnType<typeof useEcuFile>;

type NamedFile = { file_name: string; ecu_id: string; repair_checksums?: boolean };

const nameFile = ({ fileName, ecuinfo }: AiUpload, repairing: boolean): NamedFile => ({
  file_name: fileName,
  ecu_id: ecuinfo.ecuId ?? '',
  ...(repairing && { repair_checksums: true }),
});

type Attempt = (failure: { log: string; text: string }, run: () => Promise<void>) => Promise<void>;

/** What went wrong in the last attempt, and a way to retry it. */
function useAttempts() {
  const [problem, setProblem] = useState<FileError | null>(null);
  const again = useRef<() => void>(() => undefined);
  const attempt: Attempt = async (failure, run) => {
    setProblem(null);
    try {
      await run();
    } catch (error) {
      again.current = () => void attempt(failure, run);
      if (error instanceof ApiError && error.status === 400) {
        setProblem({ kind: 'refused', text: error.message, needsCredits: error.code === NOT_ENOUGH });
        return;
      }
      console.warn(failure.log, error);
      setProblem({ kind: 'failed', text: failure.text });
    }
  };
  return { problem, clear: () => setProblem(null), attempt, retry: () => again.current() };
}

function useCodes() {
  const [table, setTable] = useState<DtcTable | null>(null);
  const [selected, setSelected] = useState<readonly string[]>([]);
  return {
    table,
    selected,
    /** With the codes that go off together with the selected ones. */
    switchedOff: listSwitchedOff(table?.dtcTable ?? [], selected),
    setTable,
    select: (codes: readonly string[], isOn: boolean) =>
      setSelected((before) => [...before.filter((code) => !codes.includes(code)), ...(isOn ? codes : [])]),
    forgetCodes: () => {
      setTable(null);
      setSelected([]);
    },
  };
}

type ToGenerate = { named: NamedFile; codes: readonly string[]; wasCharged: boolean };

function useGeneration(attempt: Attempt, { named, codes, wasCharged }: ToGenerate) {
  const [made, setMade] = useState<MadeFile | null>(null);
  const [declared, setDeclared] = useState<DeclaredUse | null>(null);
  const [hasPaid, setHasPaid] = useState(false);
  const switchOff = useSwitchDtcsOff();
  const isCharged = hasPaid || wasCharged;
  const generate = (use: DeclaredUse | null) =>
    attempt({ log: 'Download failed', text: t('common.downloadFailed') }, async () => {
      const { blob, bytes, name } = await switchOff.mutateAsync({
        ...named,
        dtcs: joinSelection(codes),
        is_first: !isCharged,
        ...(use === null ? {} : { declared_use: use }),
      });
      save(blob, name);
      setHasPaid(true);
      if (use !== null) setDeclared(use);
      setMade({ blob, bytes, name, codes });
    });
  return { made, isCharged, declared, generate, isGenerating: switchOff.isPending };
}

/** Has the server read the file as that model; null: as what it is recognised as. */
function useModelChoice(attempt: Attempt, fileName: string, onRead: (upload: AiUpload) => void) {
  const choose = useChooseModel();
  const chooseModel = (model: EcuModel | null) =>
    attempt({ log: 'The file could not be read as another model', text: t('dtc-off.readAsModelFailed') }, async () => {
      const choice = { file_name: fileName, ecu_id: model?.ecuValue ?? null };
      onRead(await choose.mutateAsync({ ...choice, ...(model === null ? {} : { man: model.man }) }));
    });
  return { chooseModel, isReading: choose.isPending };
}
