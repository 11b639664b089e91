import { messageFor } from '../../../web/api-error.ts';
import { useSmallForm } from '../../../web/small-form.ts';
import { Entrance } from '../../../web/shell/entrance.tsx';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { SubmitButton } from '../../../web/ui/submit-button.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { checkEmailAddress } from '../credentials.rules.ts';
import { useRequestPasswordReset } from './accounts.api.ts';

const CHECKS = { email: checkEmailAddress };

export default function ForgotPasswordScreen() {
  const request = useRequestPasswordReset();
  const { form, errors, onSubmit, onInput } = useSmallForm(CHECKS);
  const submit = onSubmit((values) => request.mutate(values));
  return (
    <Entrance title={t('Forgot password')}>
      <form ref={form} noValidate method="post" onSubmit={submit} onInput={onInput} className="grid gap-4">
        <p className="text-text2">{t('We send you a link with which you can set a new password.')}</p>
        <Field label={t('Email')} error={errors.email} required>
          <TextInput name="email" type="email" autoComplete="username" spellCheck={false} />
        </Field>
        {request.isError && (
          <Alert kind="danger">{messageFor(request.error, t('There was a problem sending the reset link.'))}</Alert>
        )}
        {request.isSuccess && <Alert kind="success">{t('Reset link has been sent to your email.')}</Alert>}
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant="primary" busy={request.isPending} className="flex-auto">
            {t('Reset Password')}
          </SubmitButton>
          <ButtonLink to="/login">{t('Back to login')}</ButtonLink>
        </div>
      </form>
    </Entrance>
  );
}
