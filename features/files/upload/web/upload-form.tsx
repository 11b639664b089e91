import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { type ApiError, isRefusal } from '../../../../web/client/api-error.ts';
import { useHandedFile } from '../../../../web/client/handed-file.ts';
import { findFieldErrors, createResolver, showRefusal } from '../../../../web/ui/form.ts';
import { getPersonId, useSession } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import type { Solution } from '../../../catalogue/catalogue.calls.ts';
import { useSolutions } from '../../../catalogue/web/catalogue.api.ts';
import { joinSolutionNames } from '../../files.rules.ts';
import type { ChosenFile } from '../../further/web/further-files.api.ts';
import { CreateFile } from '../create-file.ts';
import { checkFile } from './check-file.ts';
import { useReadCheck } from './read-check.tsx';
import {
  NOTHING,
  type UploadForm,
  type UploadValues,
  isDtcOff,
  listChosenSolutions,
  toggleSolution,
} from './solution-choice.tsx';
import { forgetDraft, hasDraft, keepDraft, readDraft, readLastVehicle, rememberUsed } from './upload-memory.tsx';
import { useSending } from './upload-sending.tsx';

/** Maps the server's fields to the form's fields that show their errors. */
const FIELDS = {
  ...(Object.fromEntries(Object.keys(NOTHING).map((name) => [name, name])) as Record<string, keyof UploadValues>),
  solution: 'dtc_text',
  ordered_dtcs: 'dtc_text',
} as const;

const NO_SOLUTIONS: readonly Solution[] = [];

/** State and actions of the upload screen; what is typed stays until it has arrived or Reset is pressed. */
export function useUploadForm() {
  const userId = getPersonId(useSession());
  const { data: solutions = NO_SOLUTIONS } = useSolutions();
  const form = useValues(solutions, userId);
  // A browser never gives a file back to a page, so a returning user needs a note.
  const [isRestored, setRestored] = useState(() => hasDraft());
  const chosenFile = useChosenFile();
  const { transfer, send } = useSending();
  const further = useFurtherFiles();
  const { outcome, hasFailed, begin, end, closeOutcome } = useOutcome();
  useHandedOrder(form, userId, chosenFile.take);

  async function submit(values: UploadValues) {
    if (chosenFile.file === null) return chosenFile.setError(t('common.fileRequired'));
    if (!chosenFile.readCheck.mayBeSent()) return;
    begin();
    try {
      const sent = await send(z.parse(CreateFile, toInput(values, solutions)), chosenFile.file, further.chosen);
      rememberUsed(userId, values);
      forgetDraft();
      if (further.allArrived(sent)) end('success');
    } catch (error) {
      if (isRefusal(error)) refuse(error);
      else end('failure');
    }
  }

  function refuse(error: ApiError) {
    if (error.field === 'file') chosenFile.setError(error.message);
    else showRefusal(form, { error, message: error.message, fields: FIELDS });
  }

  return {
    form,
    isRestored,
    ...chosenFile,
    ...useChoice(form, solutions),
    transfer,
    further,
    outcome,
    hasFailed,
    submit: () => form.handleSubmit(submit)(),
    closeOutcome,
    reset: () => {
      chosenFile.clear();
      further.choose([]);
      begin();
      form.reset(NOTHING);
      setRestored(false);
      forgetDraft();
    },
  };
}

/** Begins with the file and solutions that another page has handed over, for the kind of vehicle of the last order. */
function useHandedOrder(form: UploadForm, userId: number, take: (file: File) => void): void {
  useHandedFile('/upload', ({ file, solutionIds }) => {
    take(file);
    form.setValue('solution_ids', [...solutionIds]);
    const lastKind = readLastVehicle(userId)?.vehicle ?? '';
    if (form.getValues('vehicle') === '') form.setValue('vehicle', lastKind);
  });
}

/** Outcome of the last attempt; a failure is shown at the button until the next attempt begins. */
function useOutcome() {
  const [outcome, setOutcome] = useState<'success' | 'failure' | null>(null);
  const [hasFailed, setFailed] = useState(false);
  return {
    outcome,
    hasFailed,
    begin: () => setFailed(false),
    end: (how: 'success' | 'failure') => {
      setFailed(how === 'failure');
      setOutcome(how);
    },
    closeOutcome: () => setOutcome(null),
  };
}

/** The files sent along, and those of them that did not arrive although the order did. */
function useFurtherFiles() {
  const [chosen, choose] = useState<ChosenFile[]>([]);
  const [missing, setMissing] = useState<{ id: number; names: string[] } | null>(null);
  return {
    chosen,
    choose,
    missing,
    allArrived: (sent: { id: number; missing: string[] }) => {
      if (sent.missing.length > 0) setMissing({ id: sent.id, names: sent.missing });
      return sent.missing.length === 0;
    },
  };
}

function useValues(solutions: readonly Solution[], userId: number): UploadForm {
  const form = useForm<UploadValues>({
    // Most workshops upload the same kind of vehicle again.
    defaultValues: { ...NOTHING, vehicle: readLastVehicle(userId)?.vehicle ?? '', ...readDraft() },
    resolver: createResolver((values) => {
      const { solution, ordered_dtcs, ...others } = findFieldErrors(CreateFile, toInput(values, solutions));
      return { ...others, dtc_text: solution ?? ordered_dtcs };
    }),
    // The screen focuses the first error in its own order, which a form of several cards does not know.
    shouldFocusError: false,
  });
  const { subscribe } = form;
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }), [subscribe]);
  return form;
}

function useChosenFile() {
  const [{ file, fileError }, setChosen] = useState(() => chooseFile(null));
  return {
    file,
    readCheck: useReadCheck(file),
    fileError,
    setError: (text: string) => setChosen((now) => ({ ...now, fileError: text })),
    clear: () => setChosen(chooseFile(null)),
    take: (chosen: File) => setChosen(chooseFile(chosen)),
  };
}

/** A file that cannot be sent deselects the previous one, which would otherwise be sent by mistake. */
function chooseFile(chosen: File | null): { file: File | null; fileError: string | undefined } {
  const fileError = chosen === null ? undefined : checkFile(chosen);
  return { file: fileError === undefined ? chosen : null, fileError };
}

function useChoice(form: UploadForm, solutions: readonly Solution[]) {
  const [chosenIds, text, codes] = useWatch({
    control: form.control,
    name: ['solution_ids', 'dtc_text', 'ordered_dtcs'],
  });
  const shouldValidate = form.formState.isSubmitted;
  return {
    chosen: listChosenSolutions(solutions, chosenIds),
    dtcs: { text, codes },
    toggle: (solution: Solution) => {
      const next = toggleSolution(solutions, chosenIds, solution);
      form.setValue('solution_ids', next, { shouldValidate });
      if (!isDtcOff(solution) || next.includes(solution.id)) return;
      form.setValue('dtc_text', '', { shouldValidate });
      form.setValue('ordered_dtcs', []);
    },
  };
}

function toInput({ dtc_text, ordered_dtcs, solution_ids, ...vehicle }: UploadValues, solutions: readonly Solution[]) {
  const chosen = listChosenSolutions(solutions, solution_ids);
  const names = chosen.map(({ name }) => name);
  const hasDtcs = chosen.some(isDtcOff);
  return {
    ...vehicle,
    solution_ids: chosen.map(({ id }) => id),
    solution: joinSolutionNames(names, hasDtcs ? dtc_text : null),
    ...(hasDtcs && ordered_dtcs.length > 0 && { ordered_dtcs }),
  };
}
