import { type FormEvent, useId, useState } from 'react';
import { ApiError, messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { type FieldMessages, findFieldErrors, pickEdited } from '../../../../web/ui/form.ts';
import { Modal } from '../../../../web/ui/modal.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import type { Capability } from '../../../../contract/capabilities.ts';
import { CAPABILITY_GROUPS } from '../capability-texts.ts';
import { CapabilityChoices } from './capability-choices.tsx';
import { CreateStaffRole, MAX_ROLE_NAME } from '../staff-role-forms.ts';
import { useSaveStaffRole } from './staff-roles.api.ts';

export type StaffRoleDialogProps = {
  open: boolean;
  /** The role to change; without an id, what a new one begins with. */
  role: { id: number | null; name: string; capabilities: readonly Capability[] };
  onClose: () => void;
};

const toValues = ({ name, capabilities }: { name: string; capabilities: Iterable<Capability> }) => ({
  name,
  capabilities: [...capabilities].toSorted(),
});

/** What is chosen so far, and what saves it. */
function useStaffRole({ role, onClose }: Pick<StaffRoleDialogProps, 'role' | 'onClose'>) {
  const [name, setName] = useState(role.name);
  const [chosen, setChosen] = useState<ReadonlySet<Capability>>(new Set(role.capabilities));
  const [errors, setErrors] = useState<FieldMessages>({});
  const saving = useSaveStaffRole(role);
  const input = toValues({ name, capabilities: chosen });
  const edited = pickEdited(toValues(role), input);
  const isChanged = Object.keys(edited).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findFieldErrors(CreateStaffRole, input);
    setErrors(found);
    if (saving.isPending || Object.keys(found).length > 0) return;
    // Saving ends the sessions of everybody with the role.
    if (role.id !== null && !isChanged) return onClose();
    saving.mutate(role.id === null ? { name, capabilities: [...chosen] } : edited, {
      onSuccess: () => {
        toast.show(t('accounts.staffRoles.saved'));
        onClose();
      },
    });
  };
  const failure = saving.error ? messageFor(saving.error, t('common.somethingWentWrong')) : undefined;
  const isOfName = saving.error instanceof ApiError && saving.error.field === 'name';
  return {
    name,
    setName,
    chosen,
    setChosen,
    submit,
    isChanged,
    isSaving: saving.isPending,
    nameError: errors.name ?? (isOfName ? failure : undefined),
    failure: isOfName ? undefined : failure,
  };
}

/** The name of a staff role, and a checkbox for each sentence of what it allows. */
export function StaffRoleDialog({ open, role, onClose }: StaffRoleDialogProps) {
  const form = useStaffRole({ role, onClose });
  const formId = useId();
  return (
    <Modal
      open={open}
      size="medium"
      title={role.id === null ? t('accounts.staffRoles.add') : t('accounts.staffRoles.editTitle')}
      unsaved={form.isChanged}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={form.isSaving} busyText={t('common.saving')}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="grid gap-5">
        <Field label={t('accounts.staffRoles.nameLabel')} required error={form.nameError}>
          <TextInput
            value={form.name}
            maxLength={MAX_ROLE_NAME}
            autoComplete="off"
            onChange={({ target }) => form.setName(target.value)}
          />
        </Field>
        {CAPABILITY_GROUPS.map((group) => (
          <CapabilityChoices key={t(group.heading)} group={group} chosen={form.chosen} onChoose={form.setChosen} />
        ))}
        {role.id !== null && <Alert kind="warning">{t('accounts.staffRoles.endsSessions')}</Alert>}
        {form.failure !== undefined && <Alert kind="danger">{form.failure}</Alert>}
      </form>
    </Modal>
  );
}
