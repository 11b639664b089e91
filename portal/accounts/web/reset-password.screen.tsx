import { useForm, useWatch } from 'react-hook-form';
import { Navigate } from 'react-router';
import { complaintsOf, resolverOf, showRefusal, type Complaints } from '../../../web/form.ts';
import { passwordMessageFor } from '../../../web/api-error.ts';
import { Entrance } from '../../../web/shell/entrance.tsx';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import * as schemas from '../accounts.schemas.ts';
import { useResetPassword } from './accounts.api.ts';
import { PasswordStrength } from './password-strength.tsx';
import { useLinkToken } from './link-token.api.ts';
import { useLeaveFor } from '../../../web/leave-for.ts';

interface Passwords {
  password: string;
  confirmation: string;
}

/** Long enough to read the sentence. */
const LEAVE_AFTER_MS = 3000;

/** The link of the mail brings its token along; without one there is nothing to do here. */
export default function ResetPasswordScreen() {
  const token = useLinkToken();
  return token === '' ? <Navigate to="/login" replace /> : <ResetForm token={token} />;
}

function ResetForm({ token }: { token: string }) {
  const reset = useResetPassword();
  const check = (values: Passwords): Complaints => {
    const complaints = complaintsOf(schemas.resetPassword.input, { token, password: values.password });
    const isDifferent = values.password !== values.confirmation;
    return isDifferent ? { ...complaints, confirmation: t('Passwords do not match') } : complaints;
  };
  const form = useForm<Passwords>({ resolver: resolverOf(check), defaultValues: { password: '', confirmation: '' } });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  useLeaveFor('/login', reset.isSuccess ? LEAVE_AFTER_MS : null);
  const submit = form.handleSubmit((values) =>
    reset.mutate(
      { token, password: values.password },
      {
        onError: (error) =>
          showRefusal(form, {
            error,
            message: passwordMessageFor(error, t('There was a problem resetting your password')),
            fields: { password: 'password' },
          }),
      },
    ),
  );
  return (
    <Entrance title={t('Reset password')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <div>
          <Field label={t('New Password')} error={errors.password?.message} required>
            <PasswordInput {...form.register('password', { deps: 'confirmation' })} autoComplete="new-password" />
          </Field>
          <PasswordStrength password={password} />
        </div>
        <Field label={t('Confirm Password')} error={errors.confirmation?.message} required>
          <PasswordInput {...form.register('confirmation')} autoComplete="new-password" />
        </Field>
        {errors.root && <Alert kind="danger">{errors.root.message}</Alert>}
        {reset.isSuccess && <Alert kind="success">{t('Password successfully reset')}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant="primary"
            busy={reset.isPending}
            disabled={reset.isSuccess}
            className="flex-auto"
          >
            {t('Reset Password')}
          </Button>
          <ButtonLink to="/login">{t('Back to login')}</ButtonLink>
        </div>
      </form>
    </Entrance>
  );
}
