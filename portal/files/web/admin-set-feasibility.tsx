import { useState } from 'react';
import { messageFor } from '../../../web/api-error.ts';
import { complaintsOf, type Complaints } from '../../../web/form.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { setFeasibility, type Feasible, type FileDetail } from '../files.contract.ts';
import { priceMissing } from '../files.errors.ts';
import { notPossibleRefusal, possibleRefusal } from '../files.rules.ts';
import { AttachmentField, useAttachment, useTransfer } from './admin-attachment.tsx';
import { FeasibleChoice, PriceField } from './admin-feasibility-fields.tsx';
import { FileFormDialog, NotesField, type FileDialogProps } from './admin-file-dialog.tsx';
import { useSetFeasibility } from './files.api.ts';
import { ModifiedCheckResult, useModifiedCheck, useWaiting } from './modified-check.tsx';

/** Says whether a file can be done and for how much. */
export function AdminSetFeasibility({ file, acknowledge, onClose }: FileDialogProps) {
  const form = useFeasibility({ file, acknowledge, onClose });
  const { values, change, complaints, refusal, attachment, transfer, check, isPending, isWaiting } = form;
  const isPossible = values.feasible !== 'NOT_POSSIBLE';
  const earlier = attachment.file === null ? file.mod_file_name : null;
  return (
    <FileFormDialog
      file={file}
      title={t('Set feasibility and price')}
      submitText={t('Save')}
      busyText={isPending ? t('Saving...') : t('Comparing...')}
      isBusy={isPending || isWaiting}
      progress={transfer.progress}
      failure={refusal && <Alert kind="danger">{refusal}</Alert>}
      onSubmit={() => void form.send()}
      onStop={isPending ? transfer.stop : check.leave}
      onClose={onClose}
    >
      <FeasibleChoice
        value={values.feasible}
        error={complaints.feasible}
        onChange={(feasible) => change({ feasible })}
      />
      {isPossible && (
        <PriceField file={file} value={values.price} error={complaints.price} onChange={(price) => change({ price })} />
      )}
      <NotesField value={values.notes} onChange={(notes) => change({ notes })} />
      {isPossible && (
        <AttachmentField
          label={t('Modified file')}
          attachment={attachment}
          disabled={isPending}
          hint={earlier ? t('Using {mod_file_name}', { mod_file_name: earlier }) : undefined}
        />
      )}
      {isPossible && <ModifiedCheckResult {...check.shown} />}
    </FileFormDialog>
  );
}

type Values = { feasible: Feasible | ''; price: string; notes: string };

function useFeasibility({ file, acknowledge, onClose }: FileDialogProps) {
  const check = useModifiedCheck(file.id);
  const attachment = useAttachment(check.begin);
  const waiting = useWaiting();
  const transfer = useTransfer();
  const [values, setValues] = useState<Values>({
    feasible: file.feasible ?? '',
    price: file.price.toFixed(2),
    notes: file.notes ?? '',
  });
  const [complaints, setComplaints] = useState<Complaints>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutate, isPending, reset } = useSetFeasibility();

  const send = async () => {
    const input = inputOf(file.id, values);
    const found = complaintsAbout(input);
    setComplaints(found);
    const hasAttachment = attachment.file !== null;
    setRefusal(hasAny(found) ? null : refusalOf(file, input, hasAttachment));
    if (hasAny(found) || refusalOf(file, input, hasAttachment) !== null) return;
    const settled = input.feasible === 'POSSIBLE' ? await waiting.during(check.settle()) : {};
    if (settled === null) return;
    const isNotMine = acknowledge();
    mutate(
      {
        ...input,
        ...settled,
        feasible: input.feasible as Feasible,
        price: numberOf(input.price),
        ...transfer.start(attachment.file),
      },
      {
        onSuccess: () => {
          toast.show(t('File details have been updated.'));
          onClose();
        },
        onError: (error) => {
          isNotMine();
          if (transfer.wasStopped()) reset();
          else setRefusal(messageFor(error, t('Something went wrong')));
        },
        onSettled: transfer.end,
      },
    );
  };
  const change = (some: Partial<Values>) => setValues((before) => ({ ...before, ...some }));
  return { values, change, complaints, refusal, attachment, transfer, check, isPending, isWaiting: waiting.now, send };
}

/** A file that cannot be done has no price to be wrong, and takes no modified file along. */
function inputOf(id: number, { feasible, price, notes }: Values) {
  const text = feasible === 'NOT_POSSIBLE' ? '' : price.trim().replace(',', '.');
  return { id, feasible, price: text || null, notes: notes.trim() || null };
}

/** Once the contract has nothing against the text. */
const numberOf = (price: string | null) => (price === null ? null : Number(price));

type Input = ReturnType<typeof inputOf>;

function complaintsAbout(input: Input): Complaints {
  const found = complaintsOf(setFeasibility.input, input);
  const isPriceMissing = input.feasible === 'POSSIBLE' && input.price === null;
  return isPriceMissing ? { ...found, price: t(priceMissing().message) } : found;
}

const hasAny = (complaints: Complaints) => Object.values(complaints).some(Boolean);

/** The rules of the server, asked before anything is sent. */
function refusalOf(file: FileDetail['file'], { feasible, price }: Input, hasAttachment: boolean): string | null {
  const no =
    feasible === 'NOT_POSSIBLE'
      ? notPossibleRefusal(file)
      : possibleRefusal(file, { price: Number(price), hasAttachment });
  return no && t(no.message);
}
