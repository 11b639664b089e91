import { Navigate } from 'react-router';
import { passwordMessageFor } from '../../../web/client/api-error.ts';
import { useSmallForm } from '../../../web/ui/small-form.ts';
import { Entrance, ResetButtons } from './entrance.tsx';
import { t, invalid } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import { useHydrated } from '../../../web/client/hydrated.ts';
import { INVITATION } from '../user-status.ts';
import { checkNewPassword } from '../credentials.rules.ts';
import { useLinkToken, useResetPassword } from './accounts.api.ts';
import { PasswordStrength } from './password-strength.tsx';
import { useLeaveFor } from '../../../web/client/leave-for.ts';

const CHECKS = {
  password: checkNewPassword,
  confirmation: (confirmation: string, { password }: { password: string }) =>
    confirmation === password ? undefined : invalid('errors.accounts.passwords_do_not_match'),
};

/** Long enough to read the sentence. */
const LEAVE_AFTER_MS = 3000;

/** The link in the mail carries a token; without one there is nothing to do on this screen. */
export default function ResetPasswordScreen() {
  const token = useLinkToken();
  return token === '' ? <Navigate to="/login" replace /> : <ResetForm token={token} />;
}

function ResetForm({ token }: { token: string }) {
  const reset = useResetPassword();
  // A prerendered page does not know its link yet.
  const isInvitation = useHydrated() && token.startsWith(INVITATION);
  const { form, errors, typed, onSubmit, onInput, showRefusal } = useSmallForm<keyof typeof CHECKS>(CHECKS);
  useLeaveFor('/login', reset.isSuccess ? LEAVE_AFTER_MS : null);
  const submit = onSubmit(({ password }) =>
    reset.mutate(
      { token, password },
      {
        onError: (error) => showRefusal(error, passwordMessageFor(error, t('accounts.passwordReset.failed'))),
      },
    ),
  );
  return (
    <Entrance title={isInvitation ? t('accounts.invitation.passwordTitle') : t('accounts.passwordReset.title')}>
      <form ref={form} noValidate method="post" onSubmit={submit} onInput={onInput} className="grid gap-4">
        <div>
          <Field label={t('accounts.newPassword')} error={errors.password} required>
            <PasswordInput name="password" autoComplete="new-password" />
          </Field>
          <PasswordStrength password={typed.password ?? ''} />
        </div>
        <Field label={t('accounts.confirmPassword')} error={errors.confirmation} required>
          <PasswordInput name="confirmation" autoComplete="new-password" />
        </Field>
        {errors.root && <Alert kind="danger">{errors.root}</Alert>}
        {reset.isSuccess && (
          <Alert kind="success">
            {isInvitation ? t('accounts.invitation.passwordDone') : t('accounts.passwordReset.done')}
          </Alert>
        )}
        {/* Until the login page follows, the button is busy: a disabled one would lose the focus. */}
        <ResetButtons busy={reset.isPending || reset.isSuccess} text={isInvitation ? t('common.save') : undefined} />
      </form>
    </Entrance>
  );
}
