import { clsx } from 'clsx';
import { LogIn } from 'lucide-react';
import { Suspense, lazy, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { loginMessageFor } from '../../../web/client/api-error.ts';
import { useHydrated } from '../../../web/client/hydrated.ts';
import { getSession } from '../../../web/client/session.ts';
import { homeOf } from '../../../web/client/staff-addresses.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { useApplicationConfiguration } from '../../shop/web/settings.api.ts';
import { UndecidedNote } from '../../shop/web/undecided-note.tsx';
import { useSignInWithGoogle } from './google-sign-in.api.ts';

/** Loaded where the operator has set Google up. */
const ConfiguredButton = lazy(() => import('./google-configured.tsx'));

type SignInError = { title: string; detail?: string };
type SignIn = ReturnType<typeof useSignInWithGoogle>;

/**
 * Signs in with Google (C-LOG-06). Until an administrator has decided about it, the button stands in its place with a
 * note; once it is not used, there is none.
 */
export function GoogleButton({ signIn }: { signIn: SignIn }) {
  const { data } = useApplicationConfiguration();
  const isHydrated = useHydrated();
  const [error, setError] = useState<SignInError | null>(null);
  const clientId = data?.google_client_id ?? null;
  const reason = useId();
  const isKnown = data !== undefined;
  const onSignedIn = useCredential(signIn, setError);
  // Not before the page is hydrated: it was drawn with the button.
  if (isHydrated && data?.services.google === 'NOT_USED') return null;
  // On a prerendered page, what the server wrote into it decides (server/http/served-pages.ts).
  return (
    <div className={clsx('grid gap-3', !isKnown && 'in-[[data-unset~=google]]:hidden')}>
      {error && (
        <Alert kind="danger" title={error.title}>
          {error.detail}
        </Alert>
      )}
      {clientId === null ? (
        <div className="grid gap-1">
          <DisabledButton reason={isKnown ? reason : undefined} />
          <p
            id={reason}
            className={clsx(
              'text-center text-small text-text3',
              !isKnown && 'hidden in-[[data-unset~=google-client-id]]:block',
            )}
          >
            <UndecidedNote />
          </p>
        </div>
      ) : (
        <Suspense fallback={<DisabledButton />}>
          <ConfiguredButton
            clientId={clientId}
            isBusy={signIn.isPending || (signIn.isSuccess && error === null)}
            onStart={() => setError(null)}
            onFailure={() => setError({ title: t('accounts.google.loginUnsuccessful') })}
            onCredential={onSignedIn}
          />
        </Suspense>
      )}
    </div>
  );
}

const DisabledButton = ({ reason }: { reason?: string | undefined }) => (
  <Button icon={<LogIn />} disabled aria-describedby={reason}>
    {t('accounts.google.signIn')}
  </Button>
);

/** Passes Google's token to the server and continues to the user's home page; leaves the form of the screen alone. */
function useCredential({ mutate }: SignIn, setError: (error: SignInError | null) => void) {
  const navigate = useNavigate();
  return (idToken: string, proof: string) =>
    mutate(
      { idToken, proof },
      {
        onSuccess: (reply) => {
          // The screen shows the step that comes next.
          if ('link' in reply || 'second_step' in reply) return;
          const user = getSession()?.user;
          // A response without a readable token starts no session.
          if (user === undefined) setError({ title: t('accounts.google.loginFailed') });
          else void navigate(homeOf(user));
        },
        onError: (error) => {
          const detail = loginMessageFor(error, '');
          setError({ title: t('accounts.google.loginFailed'), ...(detail && { detail }) });
        },
      },
    );
}
