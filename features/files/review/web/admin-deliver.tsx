import { CircleCheck, CircleX, Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { AttachmentField } from './admin-attachment.tsx';
import { type FileDialogProps, FileFormDialog, NotesField } from '../../web/admin-file-dialog.tsx';
import { useFeasibilityForm } from './feasibility-form.tsx';
import { ModifiedCheckResult } from './modified-check.tsx';
import { conflictOr } from './offer-conflict.tsx';
import { CheckboxCard } from '../../../../web/ui/checkbox-card.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { refusalText } from '../../../../web/client/refusal-text.ts';
import { statusText } from '../../../../web/ui/badge.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import type { Feasible, FileDetail } from '../../file.ts';
import { splitSolutionNames, vehicleText } from '../../files.rules.ts';
import { paidPrice } from '../review.rules.ts';

type DeliverProps = FileDialogProps & {
  /** The modified file that was dropped on the page. */
  dropped: globalThis.File | null;
};

/**
 * Attaches the modified file, says that it can be done and sets its price, or says that it cannot be done: at a desk, the
 * decision beside what the comparison found, once there is a file to compare.
 */
export function AdminDeliver({ file, acknowledge, onClose, dropped }: DeliverProps) {
  const form = useFeasibilityForm({ file, acknowledge, onClose, dropped });
  const { values, change, errors, attachment, transfer, check, isPending, isWaiting } = form;
  const isPossible = values.feasible !== 'NOT_POSSIBLE';
  const isCompared = isPossible && check.shown.check.state !== 'none';
  const earlier = attachment.file === null ? file.mod_file_name : null;
  return (
    <FileFormDialog
      isWide={isCompared}
      file={file}
      title={t('files.deliver.title', { vehicle: vehicleText(file) })}
      order={splitSolutionNames(file.solution).join(' · ')}
      submitText={isPossible ? t('files.deliver.button') : t('common.save')}
      busyText={isPending ? t('common.saving') : t('files.review.comparing')}
      isBusy={isPending || isWaiting}
      progress={transfer.progress}
      failure={conflictOr(form, form.refusal && <Alert kind="danger">{form.refusal}</Alert>)}
      onSubmit={() => void form.send()}
      onStop={isPending ? transfer.stop : check.leave}
      unsaved={form.isUnsaved}
      onCancel={form.discard}
      onClose={onClose}
    >
      <div className="grid content-start gap-4">
        {isPossible && (
          <AttachmentField
            isSmall
            label={t('common.modifiedFile')}
            attachment={attachment}
            disabled={isPending}
            hint={earlier ? t('files.review.attach.usingHint', { mod_file_name: earlier }) : undefined}
          />
        )}
        <FeasibleChoice value={values.feasible} error={errors.feasible} onChange={(feasible) => change({ feasible })} />
        {isPossible && (
          <PriceField file={file} value={values.price} error={errors.price} onChange={(price) => change({ price })} />
        )}
        {form.isFreeAsked && (
          <FreeOfCharge
            checked={values.isFreeConfirmed}
            error={values.isFreeConfirmed ? undefined : errors.free}
            onChange={(isFreeConfirmed) => change({ isFreeConfirmed })}
          />
        )}
        <NotesField value={values.notes} onChange={(notes) => change({ notes })} />
      </div>
      {isCompared && <ModifiedCheckResult {...check.shown} />}
    </FileFormDialog>
  );
}

type FreeOfChargeProps = { checked: boolean; error: string | undefined; onChange: (isConfirmed: boolean) => void };

/** A price of 0 may be intended or a slip: it is saved only when this box is ticked. */
function FreeOfCharge({ checked, error, onChange }: FreeOfChargeProps) {
  return (
    <Field group label={t('files.review.free.label')} required error={error}>
      <CheckboxCard
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        title={t('files.review.free.title')}
        subline={t('files.review.free.hint')}
        image={<Gift size={24} className="text-yellow-solid" />}
      />
    </Field>
  );
}

const CHOICES: readonly { value: Feasible; means: Label; Icon: typeof CircleX; colour: string }[] = [
  {
    value: 'POSSIBLE',
    means: textKey('files.review.feasibility.possibleHint'),
    Icon: CircleCheck,
    colour: 'text-green-solid',
  },
  {
    value: 'NOT_POSSIBLE',
    means: textKey('files.review.feasibility.notPossibleHint'),
    Icon: CircleX,
    colour: 'text-red-solid',
  },
];

type FeasibleChoiceProps = {
  value: Feasible | '';
  error: string | undefined;
  onChange: (value: Feasible) => void;
};

function FeasibleChoice({ value, error, onChange }: FeasibleChoiceProps) {
  return (
    <Field group label={t('files.review.feasibility')} required error={error}>
      <div className="grid gap-2 sm:max-[900px]:grid-cols-2">
        {CHOICES.map(({ value: choice, means, Icon, colour }) => (
          <CheckboxCard
            key={choice}
            kind="radio"
            name="feasible"
            value={choice}
            checked={value === choice}
            onChange={() => onChange(choice)}
            title={statusText(choice)}
            subline={t(means)}
            image={<Icon size={24} className={colour} />}
          />
        ))}
      </div>
    </Field>
  );
}

type PriceFieldProps = {
  file: FileDetail['file'];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** The price of a paid file cannot be changed, so it is only shown. */
function PriceField({ file, value, error, onChange }: PriceFieldProps) {
  const isPaid = file.price_status === 'PAID';
  return (
    <Field
      label={t('common.price')}
      required={!isPaid}
      error={error}
      hint={isPaid ? refusalText(paidPrice()) : undefined}
    >
      <Priced>
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          readOnly={isPaid}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="pr-14 text-right read-only:bg-surface2!"
        />
      </Priced>
    </Field>
  );
}

function Priced({ children }: { children: ReactNode }) {
  return (
    <div className="relative sm:max-w-48">
      {children}
      <span className="pointer-events-none absolute inset-y-0 right-3 my-auto h-fit text-body text-text3">CRS</span>
    </div>
  );
}
