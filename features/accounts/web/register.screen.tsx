import { Link, useNavigate } from 'react-router';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { Entrance } from './entrance.tsx';
import { invalid, invalidText, onLanguageChange, t } from '../../../web/languages/text.ts';
import { GoogleButton } from './google-button.tsx';
import { SecondStepEntrance, secondStepOf } from './second-factor/second-step.tsx';
import { linkOf, useSignInWithGoogle } from './google-sign-in.api.ts';
import { LinkGoogleEntrance } from './link-google.tsx';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import { getSession, readToken } from '../../../web/client/session.ts';
import { homeOf } from '../../../web/client/staff-addresses.ts';
import { useSmallForm } from '../../../web/ui/small-form.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { SubmitButton } from '../../../web/ui/button.tsx';
import * as rules from '../credentials.rules.ts';
import { isEnough } from '../password-strength.rules.ts';
import { joinPhone } from '../phone.rules.ts';
import type { SessionUser } from '../../../contract/session.ts';
import { useRegister } from './accounts.api.ts';
import { PasswordStrength, useChosenPassword } from './password-strength.tsx';
import { PhoneFields } from './phone-fields.tsx';
import { enterPortal } from './sign-in.api.ts';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';

export default function RegisterScreen() {
  const google = useSignInWithGoogle();
  const link = linkOf(google);
  const step = secondStepOf(google);
  if (step !== null) return <SecondStepEntrance step={step} onCancel={google.reset} />;
  if (link !== null) return <LinkGoogleEntrance link={link} onCancel={google.reset} />;
  return (
    <Entrance title={t('accounts.register.title')}>
      <RegisterForm />
      <div className="mt-4">
        <GoogleButton signIn={google} />
      </div>
      <p className="mt-5 text-center">
        <Link to="/login" className="inline-block py-2 text-link">
          {t('accounts.register.loginLink')}
        </Link>
      </p>
    </Entrance>
  );
}

interface RegisterValues {
  username: string;
  full_name: string;
  email: string;
  country: string;
  /** Without the dial code. */
  number: string;
  password: string;
  confirmation: string;
}

const CHECKS = {
  username: rules.checkUsername,
  full_name: rules.checkFullName,
  email: rules.checkEmailAddress,
  country: rules.checkCountry,
  number: (number: string, { country }: RegisterValues) => rules.checkPhone(joinPhone(country, number)),
  password: rules.checkNewPassword,
  confirmation: (confirmation: string, { password }: RegisterValues) =>
    confirmation === password ? undefined : invalid('errors.accounts.passwords_do_not_match'),
};

/** Four of the five fields that a session needs; the fifth, its role, is always set (X-SES-06). */
const sessionFields = ['email', 'username', 'number', 'country'] as const;
const MISSING = invalid('errors.accounts.registration_failed_fill_all_required');
const checkMissing = (values: RegisterValues) =>
  sessionFields.some((field) => values[field].trim() === '') ? MISSING : undefined;

const inputOf = ({ number, confirmation: _confirmed, ...values }: RegisterValues) => ({
  ...values,
  phone: joinPhone(values.country, number),
});

/** What the form held when another language was chosen, for the form that is drawn then. */
let typedBefore: Partial<Record<string, string>> = {};

function useKeptFields(form: RefObject<HTMLFormElement | null>) {
  useLayoutEffect(() => {
    const { current } = form;
    if (current === null) return undefined;
    for (const [name, value = ''] of Object.entries(typedBefore)) {
      const field = current.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
    typedBefore = {};
    return onLanguageChange(() => {
      // Signed in: no form follows that would take it.
      if (getSession() !== null) return;
      typedBefore = Object.fromEntries(new FormData(current)) as Record<string, string>;
    });
  }, [form]);
}

function RegisterForm() {
  const [country, setCountry] = useState(typedBefore['country'] ?? '');
  const small = useSmallForm<keyof RegisterValues>(CHECKS, checkMissing);
  const { form, errors, typed, onInput, clearError } = small;
  useKeptFields(form);
  const { submit, isBusy } = useSubmit(small);
  const { username = '', full_name = '', email = '', password = '' } = typed;
  const { strength } = useChosenPassword(password, { username, full_name, email });
  return (
    <form ref={form} noValidate method="post" onSubmit={submit} onInput={onInput} className="grid gap-4">
      <NameFields errors={errors} />
      <PhoneFields
        phoneLabel={t('accounts.register.phoneLabel')}
        country={{
          name: 'country',
          value: country,
          onChange(chosen) {
            setCountry(chosen);
            clearError('country');
          },
        }}
        number={{ name: 'number' }}
        errors={errors}
      />
      <PasswordFields errors={errors} password={password} owner={{ username, full_name, email }} />
      {errors.root && <Alert kind="danger">{errors.root}</Alert>}
      <SubmitButton variant="primary" busy={isBusy} busyText={t('common.sending')} disabled={!isEnough(strength)}>
        {t('accounts.register.submitButton')}
      </SubmitButton>
    </form>
  );
}

/** Registers, then signs in with the response; when either fails, everything typed stays in the form. */
function useSubmit({ onSubmit, showRefusal }: ReturnType<typeof useSmallForm<keyof RegisterValues>>) {
  const navigate = useNavigate();
  const register = useRegister(async (reply) => {
    const user = readToken(reply.token);
    const refusal = refusalFor(user);
    if (user === null || refusal !== null) return showRefusal(null, refusal ?? '');
    await enterPortal(reply);
    void navigate(homeOf(user));
  });
  const submit = onSubmit((values) =>
    register.mutate(inputOf(values), {
      onError: (error) => showRefusal(error, failureText(error), { phone: 'number' }),
    }),
  );
  return { submit, isBusy: register.isPending };
}

/** Returns why no session can be started for a new account; null when it can. */
function refusalFor(user: SessionUser | null): string | null {
  if (user === null) return t('accounts.register.failed');
  const { email, username, phone, country, role } = user;
  return [email, username, phone, country, role].some((field) => !field) ? invalidText(MISSING) : null;
}

/** A successful call whose response cannot be read is no `ApiError`: its status carries no token (C-REG-M05). */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('accounts.register.failed');
  return messageFor(error, t('accounts.register.requestFailed'));
}

type Errors<Name extends string> = Partial<Record<Name, string>>;

function NameFields({ errors }: { errors: Errors<'username' | 'full_name' | 'email'> }) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('common.usernameLabel')} error={errors.username} required>
          <TextInput name="username" autoComplete="nickname" spellCheck={false} />
        </Field>
        <Field label={t('accounts.fullName')} error={errors.full_name} required>
          <TextInput name="full_name" autoComplete="name" spellCheck={false} />
        </Field>
      </div>
      <Field label={t('common.email')} error={errors.email} required>
        <TextInput name="email" type="email" autoComplete="username" spellCheck={false} />
      </Field>
    </>
  );
}

interface PasswordFieldsProps {
  errors: Errors<'password' | 'confirmation'>;
  password: string;
  /** What the password must not be derived from. */
  owner: Record<'username' | 'full_name' | 'email', string>;
}

function PasswordFields({ errors, password, owner }: PasswordFieldsProps) {
  return (
    <>
      <div>
        <Field label={t('common.password')} error={errors.password} required>
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <PasswordStrength password={password} owner={owner} />
      </div>
      <Field label={t('accounts.confirmPassword')} error={errors.confirmation} required>
        <PasswordInput name="confirmation" autoComplete="new-password" />
      </Field>
    </>
  );
}
