import { Link, useNavigate } from 'react-router';
import { Play } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { loginMessageFor } from '../../../web/client/api-error.ts';
import { useHydrated } from '../../../web/client/hydrated.ts';
import { getSession, useSession, wasSessionEnded } from '../../../web/client/session.ts';
import { homeOf } from '../../../web/client/staff-addresses.ts';
import { useSmallForm } from '../../../web/ui/small-form.ts';
import { Entrance } from './entrance.tsx';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink, SubmitButton } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { checkGivenPassword, checkLoginEmail } from '../credentials.rules.ts';
import { useLogin } from './accounts.api.ts';
import { GoogleButton } from './google-button.tsx';
import { linkOf, useSignInWithGoogle } from './google-sign-in.api.ts';
import { LinkGoogleEntrance } from './link-google.tsx';
import { PasskeySignIn, usePasskeySignIn } from './second-factor/passkey-sign-in.tsx';
import { SecondStepEntrance, secondStepOf } from './second-factor/second-step.tsx';
import { useApplicationConfiguration } from '../../shop/web/settings.api.ts';

const CHECKS = { email: checkLoginEmail, password: checkGivenPassword };

export default function LoginScreen() {
  const session = useSession();
  const isHydrated = useHydrated();
  const login = useLogin();
  const google = useSignInWithGoogle();
  // While the login of this form is under way, the visitor does not count as "signed in already".
  const passkey = usePasskeySignIn();
  const isSignedIn = session !== null && login.isIdle && google.isIdle && passkey.isIdle;
  const link = linkOf(google);
  const step = secondStepOf(login) ?? secondStepOf(google);
  const startAgain = () => {
    login.reset();
    google.reset();
  };
  if (step !== null) return <SecondStepEntrance step={step} onCancel={startAgain} />;
  if (link !== null) return <LinkGoogleEntrance link={link} onCancel={google.reset} />;
  return (
    <Entrance title={t('common.login')}>
      <div className="grid gap-5">
        {isSignedIn && (
          <Suspense>
            <SignedInPanel user={session.user} />
          </Suspense>
        )}
        {session === null && isHydrated && wasSessionEnded() && (
          <Alert kind="warning">{t('accounts.login.sessionEnded')}</Alert>
        )}
        <LoginForm login={login} />
        <GoogleButton signIn={google} />
        <PasskeySignIn signIn={passkey} />
        <Provider signIn={google} />
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

/** Loaded where there is a session. */
const SignedInPanel = lazy(() => import('./signed-in-panel.tsx'));

/** Loaded where the shop has an identity provider of its own. */
const ProviderSignIn = lazy(() => import('./provider-sign-in.tsx'));

function Provider({ signIn }: { signIn: ReturnType<typeof useSignInWithGoogle> }) {
  const name = useApplicationConfiguration().data?.provider_name;
  // Not before the page is hydrated: it was drawn without the button.
  return (
    useHydrated() &&
    name && (
      <Suspense>
        <ProviderSignIn name={name} signIn={signIn} />
      </Suspense>
    )
  );
}

function LoginForm({ login }: { login: ReturnType<typeof useLogin> }) {
  const navigate = useNavigate();
  const { form, errors, onSubmit, onInput, showRefusal } = useSmallForm(CHECKS);
  const somethingWrong = t('common.somethingWentWrong');
  const submit = onSubmit((values) =>
    login.mutate(values, {
      onSuccess: (reply) => {
        // The screen shows the second step.
        if ('second_step' in reply) return;
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

/** Loaded on demand: a dialog would be a considerable part of the first page's code, and few watch the video. */
const WatchVideo = lazy(() => import('./watch-video.tsx'));

/** Opens the operator's introduction, or the film that comes with the product (C-LOG-07). */
function WatchButton() {
  const { data } = useApplicationConfiguration();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex min-w-36 flex-1 flex-col gap-1">
      <Button icon={<Play />} onClick={() => setOpen(true)}>
        {t('accounts.watchVideo')}
      </Button>
      {data && isOpen && (
        <Suspense>
          <WatchVideo address={data.watch_video_url} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
