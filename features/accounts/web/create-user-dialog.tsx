import { useId, useState, type FormEvent } from 'react';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import { findFieldErrors, type FieldMessages } from '../../../web/ui/form.ts';
import { t, wordText } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DescriptionList } from '../../../web/ui/description-list.tsx';
import { useShownEmail } from '../../../web/ui/email-text.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { InputOf } from '../../../contract/endpoint.ts';
import { LANGUAGES } from '../../../contract/languages.ts';
import { CreateUser } from '../account-forms.ts';
import { ROLES } from '../../../contract/capabilities.ts';
import type { createUser } from '../user-creation.calls.ts';
import { toStaffRoleId, useMayChangeRoles } from '../staff-roles/web/staff-role-choice.ts';
import StaffRoleSelect from '../staff-roles/web/staff-role-select.tsx';
import { useCreateUser } from './users.api.ts';

export type CreateUserDialogProps = { open: boolean; onClose: () => void };

const EMPTY = {
  username: '',
  full_name: '',
  email: '',
  phone: '',
  country: '',
  role: 'CUSTOMER',
  staff_role_id: '',
  language: '',
};
type Name = keyof typeof EMPTY;

type Way = 'invite' | 'password';

/** Values of the form, their errors, and the user created with a password. */
function useNewUser(onClose: () => void) {
  const [values, setValues] = useState(EMPTY);
  const [way, setWay] = useState<Way>('invite');
  const [errors, setErrors] = useState<FieldMessages>({});
  const creating = useCreateUser();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = {
      ...values,
      staff_role_id: toStaffRoleId(values.role, values.staff_role_id),
      invite: way === 'invite',
    };
    const found = findFieldErrors(CreateUser, input);
    setErrors(found);
    if (creating.isPending || Object.values(found).some(Boolean)) return;
    creating.mutate(input as InputOf<typeof createUser>, {
      onSuccess: ({ password }) => {
        if (password !== null) return;
        toast.show(t('accounts.invitation.sentTo', { email: values.email.trim() }));
        onClose();
      },
      onError: (error) => {
        if (error instanceof ApiError && error.field) setErrors({ [error.field]: messageFor(error, '') });
      },
    });
  };
  const isOfField = creating.error instanceof ApiError && creating.error.field !== undefined;
  return {
    values,
    set: (name: Name, value: string) => setValues((before) => ({ ...before, [name]: value })),
    way,
    setWay,
    errors,
    submit,
    busy: creating.isPending,
    failure: creating.error && !isOfField ? messageFor(creating.error, t('common.somethingWentWrong')) : null,
    made: creating.data?.password ? creating.data : null,
  };
}

/** Creates a user, who is either invited by mail or gets a password that is shown here once. */
export function CreateUserDialog({ open, onClose }: CreateUserDialogProps) {
  const { values, set, way, setWay, errors, submit, busy, failure, made } = useNewUser(onClose);
  const formId = useId();
  const isTyped = Object.entries(values).some(([name, value]) => value !== EMPTY[name as Name]);
  return (
    <Modal
      open={open}
      size="medium"
      title={t('accounts.addUser')}
      unsaved={made === null && isTyped}
      onClose={onClose}
      footer={<Footer formId={formId} isMade={made !== null} way={way} busy={busy} onClose={onClose} />}
    >
      {made ? (
        <Made email={made.email} password={made.password ?? ''} />
      ) : (
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
          <Fields values={values} errors={errors} onSet={set} />
          <Field label={t('accounts.createUser.loginLabel')}>
            <Select
              value={way}
              options={[
                { value: 'invite', label: t('accounts.createUser.byInvitation') },
                { value: 'password', label: t('accounts.createUser.byPassword') },
              ]}
              onChange={({ target }) => setWay(target.value === 'invite' ? 'invite' : 'password')}
            />
          </Field>
          {failure !== null && <Alert kind="danger">{failure}</Alert>}
        </form>
      )}
    </Modal>
  );
}

type FieldsProps = {
  values: typeof EMPTY;
  errors: FieldMessages;
  onSet: (name: Name, value: string) => void;
};

function Fields({ values, errors, onSet }: FieldsProps) {
  const mayChangeRoles = useMayChangeRoles();
  const text = (name: Name, label: string, look: { required?: boolean; type?: string } = {}) => (
    <Field label={label} error={errors[name]} required={look.required ?? false}>
      <TextInput
        type={look.type ?? 'text'}
        autoComplete="off"
        value={values[name]}
        onChange={({ target }) => onSet(name, target.value)}
      />
    </Field>
  );
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {text('username', t('common.usernameLabel'), { required: true })}
      {text('full_name', t('accounts.fullName'), { required: true })}
      {text('email', t('common.email'), { required: true, type: 'email' })}
      {text('phone', t('accounts.phone'), { type: 'tel' })}
      <Field label={t('common.role')} error={errors.role}>
        <Select
          value={values.role}
          disabled={!mayChangeRoles}
          options={ROLES.map((value) => ({ value, label: wordText(value) }))}
          onChange={({ target }) => onSet('role', target.value)}
        />
      </Field>
      {values.role === 'ADMIN' && (
        <StaffRoleSelect
          current=""
          error={errors.staff_role_id}
          value={values.staff_role_id}
          onChange={({ target }) => onSet('staff_role_id', target.value)}
        />
      )}
      <Field label={t('accounts.createUser.languageLabel')} error={errors.language}>
        <Select
          value={values.language}
          placeholder={t('accounts.createUser.languageDefault')}
          options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={({ target }) => onSet('language', target.value)}
        />
      </Field>
    </div>
  );
}

type FooterProps = {
  formId: string;
  isMade: boolean;
  way: Way;
  busy: boolean;
  onClose: () => void;
};

function Footer({ formId, isMade, way, busy, onClose }: FooterProps) {
  if (isMade) {
    return (
      <Button variant="primary" onClick={onClose}>
        {t('common.close')}
      </Button>
    );
  }
  return (
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button type="submit" form={formId} variant="primary" busy={busy}>
        {way === 'invite' ? t('accounts.invitation.sendButton') : t('accounts.addUser')}
      </Button>
    </>
  );
}

function Made({ email, password }: { email: string; password: string }) {
  return (
    <div className="grid gap-4">
      <Alert kind="success">{t('accounts.createUser.passwordCreated')}</Alert>
      <DescriptionList
        fields={[
          { label: t('common.email'), value: useShownEmail(email), copy: email, wide: true },
          { label: t('common.password'), value: password, copy: password, mono: true, wide: true },
        ]}
      />
    </div>
  );
}
