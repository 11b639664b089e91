import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { loginMessageFor } from '../../../web/client/api-error.ts';
import { getSession } from '../../../web/client/session.ts';
import { homeOf } from '../../../web/client/staff-addresses.ts';
import { useSmallForm } from '../../../web/ui/small-form.ts';
import { EmailText } from '../../../web/ui/email-text.tsx';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { checkGivenPassword } from '../credentials.rules.ts';
import type { GoogleLink } from '../google.calls.ts';
import { useLinkGoogle } from './google-sign-in.api.ts';

/** The server knows whether the code is needed. */
const CHECKS = { password: checkGivenPassword, code: () => undefined };

type LinkGoogleFormProps = { link: GoogleLink; onCancel: () => void };

/**
 * Google has confirmed the visitor, and an account with the same address exists: its password proves that it is theirs.
 */
export function LinkGoogleForm({ link, onCancel }: LinkGoogleFormProps) {
  const { form, errors, submit, onInput, isBusy } = useLinkForm(link);
  const password = useRef<HTMLInputElement>(null);
  // The pressed button is gone; the focus moves to the field that comes next.
  useEffect(() => password.current?.focus(), []);
  return (
    <form ref={form} noValidate method="post" onSubmit={submit} onInput={onInput} className="grid gap-4">
      <div className="grid gap-2 text-text2">
        <p>
          {t('accounts.google.addressTaken')}{' '}
          <strong className="font-strong text-text wrap-anywhere">
            <EmailText email={link.email} />
          </strong>
        </p>
        <p>{t('accounts.google.linkHint')}</p>
      </div>
      {/* For password managers, which look for the account name next to the password. */}
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <Field label={t('common.password')} error={errors.password} required>
        <PasswordInput ref={password} name="password" autoComplete="current-password" />
      </Field>
      {link.needs_code && (
        <Field label={t('accounts.secondFactor.code')} error={errors.code} required>
          <TextInput name="code" autoComplete="one-time-code" spellCheck={false} />
        </Field>
      )}
      <Link to="/forgot-password" className="inline-block justify-self-start py-2 text-link">
        {t('accounts.passwordReset.link')}
      </Link>
      {errors.root && <Alert kind="danger">{errors.root}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isBusy} className="flex-auto">
          {t('accounts.google.linkButton')}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
      <p className="text-small text-text3">{t('accounts.google.otherDevicesHint')}</p>
    </form>
  );
}

function useLinkForm({ ticket }: GoogleLink) {
  const linking = useLinkGoogle();
  const navigate = useNavigate();
  const { form, errors, onSubmit, onInput, showRefusal } = useSmallForm(CHECKS);
  const somethingWrong = t('common.somethingWentWrong');
  const submit = onSubmit(({ password, code }) =>
    linking.mutate(
      { ticket, password, ...(code !== '' && { code }) },
      {
        onSuccess: () => {
          const user = getSession()?.user;
          // A response without a readable token starts no session.
          if (user === undefined) showRefusal(null, somethingWrong);
          else void navigate(homeOf(user));
        },
        onError: (error) => showRefusal(error, loginMessageFor(error, somethingWrong)),
      },
    ),
  );
  return { form, errors, submit, onInput, isBusy: linking.isPending };
}
