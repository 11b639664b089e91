import { useState } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { refusalText } from '../../../../web/client/refusal-text.ts';
import { findFieldErrors, type FieldMessages } from '../../../../web/ui/form.ts';
import { t } from '../../../../web/languages/text.ts';
import { formatAmount } from '../../../../web/languages/numbers.ts';
import { toast } from '../../../../web/ui/toast.tsx';
import { parseMoney } from '../../../credits/money.rules.ts';
import type { Feasible, File } from '../../file.ts';
import { SetFeasibility } from '../offer.ts';
import { type CurrentOffer, notPossibleRefusal, possibleRefusal, priceMissing } from '../review.rules.ts';
import { useAttachment, useTransfer } from './admin-attachment.tsx';
import type { FileDialogProps } from '../../web/admin-file-dialog.tsx';
import { useSetFeasibility } from './review.api.ts';
import { useModifiedCheck, useWaiting } from './modified-check.tsx';
import { listDifferences } from './offer-conflict.tsx';
import { useNotesDraft, useSeenOffer } from './seen-offer.tsx';

type Values = { feasible: Feasible | ''; price: string; notes: string; isFreeConfirmed: boolean };

/** The form for a file's feasibility and price: its values, their errors, and how it is saved. */
export function useFeasibilityForm({ file, acknowledge, onClose, dropped }: FileDialogProps & Dropped) {
  const notesDraft = useNotesDraft(file);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { values, start, errors, setErrors, change, replace } = useFields(file, notesDraft, () => setRefusal(null));
  const check = useModifiedCheck(file.id);
  const attachment = useAttachment((chosen) => {
    change(values.feasible === '' ? { feasible: 'POSSIBLE' } : {});
    check.begin(chosen);
  }, dropped);
  const waiting = useWaiting();
  const seen = useSeenOffer(file);
  const saving = useSaving({ acknowledge, isStale: seen.isStale, onRefused: setRefusal });
  const conflict = useConflict(seen, values);
  const finish = () => {
    notesDraft.forget();
    onClose();
  };
  const send = async () => {
    const { input, found, no } = checkValues(file, values, attachment.file !== null);
    setErrors(found);
    setRefusal(no);
    if (hasAny(found) || no !== null) return;
    if (conflict.differences.length > 0) return conflict.remind();
    const settled = input.feasible === 'POSSIBLE' ? await waiting.during(check.settle()) : {};
    if (settled === null) return;
    const offer = { ...input, feasible: input.feasible as Feasible, price: numberOf(input.price) };
    saving.save({ ...offer, ...settled, offer_version: seen.before.offer_version }, attachment.file, finish);
  };
  return {
    values,
    change,
    errors,
    refusal,
    attachment,
    transfer: saving.transfer,
    check,
    isPending: saving.isPending,
    isWaiting: waiting.now,
    /** Whether to ask if a price of 0 is intended, which starts at the first attempt to save it. */
    isFreeAsked: needsFreeWord(file, values) && (values.isFreeConfirmed || errors.free !== undefined),
    conflict,
    decide: (now: CurrentOffer, { isTaken }: { isTaken: boolean }) => {
      if (isTaken) replace({ ...file, ...now });
      setErrors({});
      seen.decideUpon(now);
    },
    send,
    /** The notes do not count, because they are stored as a draft. */
    isUnsaved: attachment.file !== null || values.feasible !== start.feasible || values.price !== start.price,
    discard: finish,
  };
}

type Dropped = { dropped: globalThis.File | null };

/** Holds what is typed: the notes as a draft, everything else here. */
function useFields(file: File, notesDraft: ReturnType<typeof useNotesDraft>, onChange: () => void) {
  const [start] = useState(() => valuesOf(file));
  const [values, setValues] = useState(() => ({ ...start, notes: notesDraft.read() ?? start.notes }));
  const [errors, setErrors] = useState<FieldMessages>({});
  const change = (some: Partial<Values>) => {
    onChange();
    const corrected = Object.fromEntries(Object.keys(some).map((field) => [field, undefined]));
    if (some.notes !== undefined) notesDraft.keep(some.notes);
    const isPriced = some.price !== undefined;
    setErrors((before) => ({ ...before, ...corrected, ...(isPriced && { free: undefined }) }));
    setValues((before) => ({ ...before, ...some, ...(isPriced && { isFreeConfirmed: false }) }));
  };
  const replace = (offer: Parameters<typeof valuesOf>[0]) => {
    notesDraft.forget();
    setValues(valuesOf(offer));
  };
  return { start, values, errors, setErrors, change, replace };
}

type Attachment = ReturnType<typeof useAttachment>['file'];
type Transfer = ReturnType<ReturnType<typeof useTransfer>['start']>;
type Offer = Omit<Parameters<ReturnType<typeof useSetFeasibility>['mutate']>[0], keyof Transfer>;

type Saving = Pick<FileDialogProps, 'acknowledge'> & {
  /** Whether the save was refused because the offer has changed meanwhile; that is shown elsewhere. */
  isStale: (error: unknown) => boolean;
  onRefused: (text: string) => void;
};

function useSaving({ acknowledge, isStale, onRefused }: Saving) {
  const transfer = useTransfer();
  const { mutate, isPending, reset } = useSetFeasibility();
  const save = (offer: Offer, attachment: Attachment, onSaved: () => void) => {
    const undoAcknowledge = acknowledge();
    mutate(
      { ...offer, ...transfer.start(attachment) },
      {
        onSuccess: () => {
          toast.show(t('common.fileUpdated'));
          onSaved();
        },
        onError: (error) => {
          undoAcknowledge();
          if (transfer.wasStopped()) reset();
          else if (!isStale(error)) onRefused(messageFor(error, t('common.somethingWentWrong')));
        },
        onSettled: transfer.end,
      },
    );
  };
  return { transfer, isPending, save };
}

/** Differences between the file and the dialog; `reminders` counts the attempts to save without a decision. */
function useConflict(
  { changed: now, before }: Pick<ReturnType<typeof useSeenOffer>, 'changed' | 'before'>,
  values: Values,
) {
  const [reminders, setReminders] = useState(0);
  const differences = now === null ? [] : listDifferences(values, now, before);
  return { now, differences, reminders, remind: () => setReminders((count) => count + 1) };
}

/** 0 is not a price until an administrator has set it: a catalogue without prices also yields 0. */
function valuesOf({ feasible, price, notes }: Pick<File, 'feasible' | 'price' | 'notes'>): Values {
  const isDecided = price !== 0 || feasible === 'POSSIBLE';
  return {
    feasible: feasible ?? '',
    price: isDecided ? formatAmount(price) : '',
    notes: notes ?? '',
    isFreeConfirmed: false,
  };
}

/** A paid file is not paid a second time, whatever its price was. */
const needsFreeWord = (file: File, values: Values) =>
  values.feasible === 'POSSIBLE' && file.price_status !== 'PAID' && parseMoney(values.price) === 0;

/** For a file that cannot be done, no price is checked and no modified file is sent. */
function toInput(id: number, values: Values) {
  const { feasible, notes } = values;
  const text = feasible === 'NOT_POSSIBLE' ? '' : values.price.trim();
  return { id, feasible, price: text || null, notes: notes.trim() || null };
}

/** To be called once the contract accepts the text. */
const numberOf = (price: string | null) => (price === null ? null : parseMoney(price));

type Input = ReturnType<typeof toInput>;

function findErrors(input: Input, { isFreeConfirmed }: { isFreeConfirmed: boolean }): FieldMessages {
  const found = findFieldErrors(SetFeasibility, input);
  const isPriceMissing = input.feasible === 'POSSIBLE' && input.price === null;
  return {
    ...found,
    ...(isPriceMissing && { price: refusalText(priceMissing()) }),
    ...(!isFreeConfirmed && { free: t('files.review.free.required') }),
  };
}

/** Returns the errors of the fields; if there are none, the reason why the file cannot be set this way. */
function checkValues(file: File, values: Values, hasAttachment: boolean) {
  const input = toInput(file.id, values);
  const found = findErrors(input, { isFreeConfirmed: !needsFreeWord(file, values) || values.isFreeConfirmed });
  return { input, found, no: hasAny(found) ? null : checkInput(file, input, hasAttachment) };
}

const hasAny = (errors: FieldMessages) => Object.values(errors).some(Boolean);

/** Applies the server's rules before anything is sent. */
function checkInput(file: File, { feasible, price }: Input, hasAttachment: boolean): string | null {
  const no =
    feasible === 'NOT_POSSIBLE'
      ? notPossibleRefusal(file)
      : possibleRefusal(file, { price: numberOf(price) ?? 0, hasAttachment });
  return no && refusalText(no);
}
