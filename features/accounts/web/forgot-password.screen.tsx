import { messageFor } from '../../../web/client/api-error.ts';
import { useSmallForm } from '../../../web/ui/small-form.ts';
import { Entrance, ResetButtons } from './entrance.tsx';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { checkEmailAddress } from '../credentials.rules.ts';
import { useRequestPasswordReset } from './accounts.api.ts';

const CHECKS = { email: checkEmailAddress };

export default function ForgotPasswordScreen() {
  const request = useRequestPasswordReset();
  const { form, errors, onSubmit, onInput } = useSmallForm(CHECKS);
  const submit = onSubmit((values) => request.mutate(values));
  return (
    <Entrance title={t('accounts.passwordReset.requestTitle')}>
      <form ref={form} noValidate method="post" onSubmit={submit} onInput={onInput} className="grid gap-4">
        <p className="text-text2">{t('accounts.passwordReset.requestHint')}</p>
        <Field label={t('common.email')} error={errors.email} required>
          <TextInput name="email" type="email" autoComplete="username" spellCheck={false} />
        </Field>
        {request.isError && (
          <Alert kind="danger">{messageFor(request.error, t('accounts.passwordReset.sendFailed'))}</Alert>
        )}
        {request.isSuccess && <Alert kind="success">{t('accounts.passwordReset.linkSent')}</Alert>}
        <ResetButtons busy={request.isPending} />
      </form>
    </Entrance>
  );
}
