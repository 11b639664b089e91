import { useForm } from 'react-hook-form';
import { findFieldErrors, createResolver, showRefusal } from '../../../web/ui/form.ts';
import { useShownEmail } from '../../../web/ui/email-text.tsx';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import { RequestEmailChange } from '../account-forms.ts';
import { failureText } from './failure-text.tsx';
import { useRequestEmailChange } from './email-change.api.ts';

interface EmailChange {
  new_email: string;
  current_password: string;
}

const empty: EmailChange = { new_email: '', current_password: '' };

/** This form only requests the change; the address changes when the mailed link is opened. */
export function ChangeEmailForm() {
  const form = useForm<EmailChange>({
    resolver: createResolver((values) => findFieldErrors(RequestEmailChange, values)),
    defaultValues: empty,
  });
  const request = useRequestEmailChange();
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  const submit = form.handleSubmit((values) =>
    request.mutate(values, {
      onSuccess: () => form.reset(empty),
      onError: (error) =>
        showRefusal(form, {
          error,
          message: failureText(error, {
            refused: t('accounts.emailChange.refused'),
            failed: t('accounts.emailChange.requestFailed'),
          }),
          fields: { new_email: 'new_email', current_password: 'current_password' },
        }),
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label={t('accounts.emailChange.newAddressLabel')}
        hint={t('accounts.emailChange.newAddressHint')}
        error={errors.new_email?.message}
        required
      >
        <TextInput {...form.register('new_email')} type="email" autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={t('accounts.currentPassword')} error={errors.current_password?.message} required>
        <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
      </Field>
      {errors.root && <Alert kind="danger">{errors.root.message}</Alert>}
      {request.isSuccess && !isDirty && <LinkSent email={request.variables.new_email} />}
      <div>
        <Button type="submit" variant="primary" busy={request.isPending}>
          {t('accounts.emailChange.submitButton')}
        </Button>
      </div>
    </form>
  );
}

const LinkSent = ({ email }: { email: string }) => (
  <Alert kind="success">{t('accounts.emailChange.linkSent', { email: useShownEmail(email) })}</Alert>
);
