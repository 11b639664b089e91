import { Link, useNavigate } from 'react-router';
import { loginMessageFor } from '../../../web/client/api-error.ts';
import { useHydrated } from '../../../web/client/hydrated.ts';
import { getSession, homeOf, useSession, wasSessionEnded } from '../../../web/client/session.ts';
import { useSmallForm } from '../../../web/ui/small-form.ts';
import { Entrance } from './entrance.tsx';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import { SubmitButton } from '../../../web/ui/submit-button.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { checkGivenPassword, checkLoginEmail } from '../credentials.rules.ts';
import { useLogin } from './accounts.api.ts';
import { GoogleButton } from './google-button.tsx';
import { linkOf, useSignInWithGoogle } from './google-identity.api.ts';
import { LinkGoogleEntrance } from './link-google.tsx';
import { SignedInPanel } from './signed-in-panel.tsx';
import { WatchButton } from './watch-button.tsx';

const CHECKS = { email: checkLoginEmail, password: checkGivenPassword };

export default function LoginScreen() {
  const session = useSession();
  const isHydrated = useHydrated();
  const login = useLogin();
  const google = useSignInWithGoogle();
  // While the login of this form is under way, the visitor does not count as "signed in already".
  const isSignedIn = session !== null && login.isIdle && google.isIdle;
  const link = linkOf(google);
  if (link !== null) return <LinkGoogleEntrance link={link} onCancel={google.reset} />;
  return (
    <Entrance title={t('common.login')}>
      <div className="grid gap-5">
        {isSignedIn && <SignedInPanel user={session.user} />}
        {session === null && isHydrated && wasSessionEnded() && (
          <Alert kind="warning">{t('accounts.login.sessionEnded')}</Alert>
        )}
        <LoginForm login={login} />
        <GoogleButton signIn={google} />
        <div className="border-t pt-5">
          <h2 className="mb-3 text-body text-text2">{t('accounts.login.registerTitle')}</h2>
          <div className="flex flex-wrap items-start gap-3">
            <ButtonLink to="/register" className="flex-auto">
              {t('accounts.register.link')}
            </ButtonLink>
            <WatchButton />
          </div>
        </div>
      </div>
    </Entrance>
  );
}

function LoginForm({ login }: { login: ReturnType<typeof useLogin> }) {
  const navigate = useNavigate();
  const { form, errors, onSubmit, onInput, showRefusal } = useSmallForm(CHECKS);
  const somethingWrong = t('common.somethingWentWrong');
  const submit = onSubmit((values) =>
    login.mutate(values, {
      onSuccess: () => {
        const user = getSession()?.user;
        // A response without a readable token starts no session.
        if (user === undefined) showRefusal(null, somethingWrong);
        else void navigate(homeOf(user));
      },
      onError: (error) => showRefusal(null, loginMessageFor(error, somethingWrong)),
    }),
  );
  return (
    <form ref={form} noValidate method="post" onSubmit={submit} onInput={onInput} className="grid gap-4">
      <Field label={t('common.email')} error={errors.email} required>
        <TextInput name="email" type="email" autoComplete="username" spellCheck={false} />
      </Field>
      <Field label={t('common.password')} error={errors.password} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <Link to="/forgot-password" className="inline-block justify-self-start py-2 text-link">
        {t('accounts.passwordReset.link')}
      </Link>
      {errors.root && <Alert kind="danger">{errors.root}</Alert>}
      <SubmitButton variant="primary" busy={login.isPending}>
        {t('common.login')}
      </SubmitButton>
    </form>
  );
}
