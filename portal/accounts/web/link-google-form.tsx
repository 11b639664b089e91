import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { loginMessageFor } from '../../../web/api-error.ts';
import { complaintsOf, resolverOf, showRefusal } from '../../../web/form.ts';
import { getSession } from '../../../web/session.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import * as contract from '../google.contract.ts';
import * as schemas from '../google.schemas.ts';
import { useLinkGoogle } from './google-identity.api.ts';

type LinkGoogleFormProps = { link: contract.GoogleLink; onCancel: () => void };

/** Google has confirmed the visitor, and an account with the address is there: its password shows that both are one. */
export function LinkGoogleForm({ link, onCancel }: LinkGoogleFormProps) {
  const { form, submit, isBusy } = useLinkForm(link);
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid gap-2 text-text2">
        <p>
          {t('There is already an account with this e-mail address:')}{' '}
          <strong className="font-strong text-text wrap-anywhere">{link.email}</strong>
        </p>
        <p>{t('Enter its password once to link it with Google. From then on you sign in with either.')}</p>
      </div>
      {/* For password managers, which look for the account beside the password. */}
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <Field label={t('Password')} error={errors.password?.message} required>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      <Link to="/forgot-password" className="inline-block justify-self-start py-2 text-link">
        {t('Forgot Password?')}
      </Link>
      {errors.root && <Alert kind="danger">{errors.root.message}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isBusy} className="flex-auto">
          {t('Link and sign in')}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
      <p className="text-small text-text3">
        {t('Devices that are signed in to this account now will have to sign in again.')}
      </p>
    </form>
  );
}

function useLinkForm({ ticket }: contract.GoogleLink) {
  const linking = useLinkGoogle();
  const navigate = useNavigate();
  const form = useForm<{ password: string }>({
    resolver: resolverOf((values) => complaintsOf(schemas.linkGoogle.input, { ...values, ticket })),
    defaultValues: { password: '' },
  });
  const { setFocus } = form;
  // The pressed button is gone; the keyboard goes on where something is to be typed.
  useEffect(() => setFocus('password'), [setFocus]);
  const somethingWrong = t('Something went wrong');
  const submit = form.handleSubmit(({ password }) =>
    linking.mutate(
      { ticket, password },
      {
        onSuccess: () => {
          const user = getSession()?.user;
          // A reply without a readable token starts no session.
          if (user === undefined) form.setError('root', { message: somethingWrong });
          else void navigate(user.role === 'ADMIN' ? '/admin' : '/');
        },
        onError: (error) => {
          const message = loginMessageFor(error, somethingWrong);
          showRefusal(form, { error, message, fields: { password: 'password' } });
        },
      },
    ),
  );
  return { form, submit, isBusy: linking.isPending };
}
