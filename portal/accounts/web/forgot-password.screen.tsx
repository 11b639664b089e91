import { useForm } from 'react-hook-form';
import { messageFor } from '../../../web/api-error.ts';
import { complaintsOf, resolverOf } from '../../../web/form.ts';
import { Entrance } from '../../../web/shell/entrance.tsx';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import * as schemas from '../accounts.schemas.ts';
import { useRequestPasswordReset } from './accounts.api.ts';

interface Address {
  email: string;
}

const resolver = resolverOf<Address>((values) => complaintsOf(schemas.requestPasswordReset.input, values));

export default function ForgotPasswordScreen() {
  const request = useRequestPasswordReset();
  const form = useForm<Address>({ resolver, defaultValues: { email: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) => request.mutate(values));
  return (
    <Entrance title={t('Forgot password')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-text2">{t('We send you a link with which you can set a new password.')}</p>
        <Field label={t('Email')} error={errors.email?.message} required>
          <TextInput {...form.register('email')} type="email" autoComplete="username" spellCheck={false} />
        </Field>
        {request.isError && (
          <Alert kind="danger">{messageFor(request.error, t('There was a problem sending the reset link.'))}</Alert>
        )}
        {request.isSuccess && <Alert kind="success">{t('Reset link has been sent to your email.')}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={request.isPending} className="flex-auto">
            {t('Reset Password')}
          </Button>
          <ButtonLink to="/login">{t('Back to login')}</ButtonLink>
        </div>
      </form>
    </Entrance>
  );
}
