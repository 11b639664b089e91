import { useRef, useState } from 'react';
import { ApiError } from '../../../web/api-error.ts';
import { save } from '../../../web/download.ts';
import { t } from '../../../web/text.ts';
import type { EcuModel } from '../coverage.contract.ts';
import type { DeclaredUse, DtcTable } from '../dtc-off.contract.ts';
import { notEnoughCredits } from '../dtc-off.errors.ts';
import { joinSelection } from '../dtc-off.rules.ts';
import { useAiSessions, useChooseModel, useGetDtcs, useSwitchDtcsOff } from './dtc-off.api.ts';
import type { OpenedFile } from './processing.tsx';

/** A file that was made on this page, with the codes that are off in it. */
export type MadeFile = { blob: Blob; bytes: Uint8Array; name: string; codes: readonly string[] };

/** refused: with the server's reason. failed: nothing came of it, and it can be tried again. */
type FileError = { kind: 'refused'; text: string; needsCredits: boolean } | { kind: 'failed'; text: string };

const NOT_ENOUGH = notEnoughCredits().code;

/** One opened file: its control unit, its codes, what is selected, and what was made of it. */
export function useEcuFile(opened: OpenedFile) {
  const [upload, setUpload] = useState(opened.upload);
  const [table, setTable] = useState<DtcTable | null>(null);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [problem, setError] = useState<FileError | null>(null);
  const [made, setMade] = useState<MadeFile | null>(null);
  const [declared, setDeclared] = useState<DeclaredUse | null>(null);
  const [isRepairing, setIsRepairing] = useState(false);
  const [hasPaid, setHasPaid] = useState(upload.charged);
  const again = useRef<() => void>(() => undefined);
  const session = useAiSessions().data?.find(({ fileName }) => fileName === upload.fileName);
  const getDtcs = useGetDtcs();
  const switchOff = useSwitchDtcsOff();
  const choose = useChooseModel();
  const ecu = upload.ecuinfo;
  const isCharged = hasPaid || session?.charged === true;
  const named = {
    file_name: upload.fileName,
    ecu_id: ecu.ecuId ?? '',
    ...(isRepairing && { repair_checksums: true }),
  };

  const fail = (error: unknown, log: string, text: string, retry: () => void) => {
    again.current = retry;
    if (error instanceof ApiError && error.status === 400) {
      setError({ kind: 'refused', text: error.message, needsCredits: error.code === NOT_ENOUGH });
      return;
    }
    console.warn(log, error);
    setError({ kind: 'failed', text });
  };

  async function check(): Promise<void> {
    setError(null);
    try {
      setTable(await getDtcs.mutateAsync(named));
    } catch (error) {
      fail(error, 'The codes could not be read', t('dtc-off.codesCouldNotRead'), () => void check());
    }
  }

  async function generate(use: DeclaredUse | null): Promise<void> {
    setError(null);
    const codes = [...selected];
    try {
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
    } catch (error) {
      fail(error, 'Download failed', t('common.downloadFailed'), () => void generate(use));
    }
  }

  /** Which codes can be chosen depends on the checksums, so the codes are read again after it. */
  function setRepairing(isOn: boolean): void {
    setError(null);
    setIsRepairing(isOn);
    forgetCodes();
  }

  function forgetCodes(): void {
    setTable(null);
    setSelected([]);
  }

  /** The server reads the file as that model; null: as what it is recognised as. */
  async function chooseModel(model: EcuModel | null): Promise<void> {
    setError(null);
    const ecu_id = model?.ecuValue ?? null;
    const choice = { file_name: upload.fileName, ecu_id, ...(model === null ? {} : { man: model.man }) };
    try {
      setUpload(await choose.mutateAsync(choice));
      // Codes that were read for another model mean nothing for this one (X-DTC-03).
      forgetCodes();
      setIsRepairing(false);
    } catch (error) {
      const text = t('dtc-off.fileCouldNotReadModel');
      fail(error, 'The file could not be read as another model', text, () => void chooseModel(model));
    }
  }

  return {
    upload,
    ecu,
    table,
    selected,
    problem,
    made,
    isCharged,
    isBusy: getDtcs.isPending || switchOff.isPending || choose.isPending,
    isReading: choose.isPending,
    isRepairing,
    declaredUse: declared ?? session?.declaredUse ?? null,
    generations: session?.generations ?? [],
    check,
    generate,
    chooseModel,
    setRepairing,
    retry: () => again.current(),
    select: (codes: readonly string[], isOn: boolean) =>
      setSelected((before) => [...before.filter((code) => !codes.includes(code)), ...(isOn ? codes : [])]),
  };
}

export type EcuFile = ReturnType<typeof useEcuFile>;
