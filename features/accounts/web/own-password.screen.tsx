import { useForm, useWatch } from 'react-hook-form';
import { Entrance } from './entrance.tsx';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useChangePassword, useLogout, useMyUser } from './accounts.api.ts';
import { type FieldMessages, createResolver, findFieldErrors, showRefusal } from '../../../web/ui/form.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import { useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import { ChangePassword } from '../account-forms.ts';
import { failureText } from './failure-text.tsx';
import { PasswordStrength } from './password-strength.tsx';

/** The only screen of a user who has signed in with a generated password. */
export default function OwnPasswordScreen() {
  const logOut = useLogout();
  return (
    <Entrance title={t('accounts.ownPassword.title')}>
      <div className="grid gap-4">
        <p className="text-text2">{t('accounts.ownPassword.hint')}</p>
        <ChangePasswordForm />
        <Button className="justify-self-start" onClick={logOut}>
          {t('common.logout')}
        </Button>
      </div>
    </Entrance>
  );
}

interface Passwords {
  current_password: string;
  new_password: string;
  confirmation: string;
}

const nothing: Passwords = { current_password: '', new_password: '', confirmation: '' };

function check(values: Passwords): FieldMessages {
  const errors = findFieldErrors(ChangePassword, values);
  const isDifferent = values.new_password !== values.confirmation;
  return isDifferent ? { ...errors, confirmation: t('accounts.passwordChange.mismatch') } : errors;
}

export function ChangePasswordForm() {
  const form = useForm<Passwords>({ resolver: createResolver(check), defaultValues: nothing });
  const change = useChangePassword();
  const { data: me } = useMyUser();
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  const newPassword = useWatch({ control: form.control, name: 'new_password' });
  const submit = form.handleSubmit(({ current_password, new_password }) =>
    change.mutate(
      { current_password, new_password },
      {
        onSuccess: () => form.reset(nothing),
        onError: (error) =>
          showRefusal(form, {
            error,
            message: failureText(error, {
              refused: t('accounts.passwordChange.refused'),
              failed: t('accounts.passwordChange.requestFailed'),
            }),
            // The rule against common passwords is shared with registration, and reports the same field name.
            fields: { current_password: 'current_password', new_password: 'new_password', password: 'new_password' },
          }),
      },
    ),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label={t('accounts.currentPassword')} error={errors.current_password?.message} required>
        <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
      </Field>
      <div>
        <Field label={t('accounts.newPassword')} error={errors.new_password?.message} required>
          <PasswordInput {...form.register('new_password', { deps: 'confirmation' })} autoComplete="new-password" />
        </Field>
        <PasswordStrength password={newPassword} owner={me} />
      </div>
      <Field label={t('accounts.confirmPassword')} error={errors.confirmation?.message} required>
        <PasswordInput {...form.register('confirmation')} autoComplete="new-password" />
      </Field>
      {errors.root && <Alert kind="danger">{errors.root.message}</Alert>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" busy={change.isPending}>
          {t('accounts.changePassword')}
        </Button>
        <DoneNote at={isDirty ? null : doneAt(change)} text={t('accounts.passwordChange.done')} />
      </div>
    </form>
  );
}
