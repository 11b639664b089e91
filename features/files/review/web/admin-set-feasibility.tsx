import { Gift } from 'lucide-react';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { AttachmentField } from './admin-attachment.tsx';
import { FeasibleChoice, PriceField } from './admin-feasibility-fields.tsx';
import { type FileDialogProps, FileFormDialog, NotesField } from '../../web/admin-file-dialog.tsx';
import { useFeasibilityForm } from './feasibility-form.tsx';
import { ModifiedCheckResult } from './modified-check.tsx';
import { conflictOr } from './offer-conflict.tsx';
import { CheckboxCard } from '../../../../web/ui/checkbox-card.tsx';
import { Field } from '../../../../web/ui/field.tsx';

/** Sets whether a file can be done, and at what price. */
export function AdminSetFeasibility({ file, acknowledge, onClose }: FileDialogProps) {
  const form = useFeasibilityForm({ file, acknowledge, onClose });
  const { values, change, errors, attachment, transfer, check, isPending, isWaiting } = form;
  const isPossible = values.feasible !== 'NOT_POSSIBLE';
  const earlier = attachment.file === null ? file.mod_file_name : null;
  return (
    <FileFormDialog
      file={file}
      title={t('common.setFeasibilityAndPrice')}
      submitText={t('common.save')}
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
      {isPossible && (
        <AttachmentField
          label={t('common.modifiedFile')}
          attachment={attachment}
          disabled={isPending}
          hint={earlier ? t('files.review.attach.usingHint', { mod_file_name: earlier }) : undefined}
        />
      )}
      {isPossible && <ModifiedCheckResult {...check.shown} />}
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
