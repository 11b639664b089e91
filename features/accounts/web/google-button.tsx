import { clsx } from 'clsx';
import { LogIn } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
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
import { prepareSignIn, useSignInWithGoogle, type PreparedSignIn } from './google-identity.api.ts';

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
          <Button icon={<LogIn />} disabled aria-describedby={isKnown ? reason : undefined}>
            {t('accounts.google.signIn')}
          </Button>
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
        <ConfiguredButton
          clientId={clientId}
          isBusy={signIn.isPending || (signIn.isSuccess && error === null)}
          onStart={() => setError(null)}
          onFailure={() => setError({ title: t('accounts.google.loginUnsuccessful') })}
          onCredential={onSignedIn}
        />
      )}
    </div>
  );
}

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

type ConfiguredProps = {
  clientId: string;
  isBusy: boolean;
  onStart: () => void;
  onFailure: () => void;
  onCredential: (idToken: string, proof: string) => void;
};

/** Google requires its own button to be pressed: ours only loads it, so that Google is not contacted before. */
function ConfiguredButton({ clientId, isBusy, onStart, onFailure, onCredential }: ConfiguredProps) {
  const [prepared, setPrepared] = useState<PreparedSignIn | null>(null);
  const [isLoading, setLoading] = useState(false);
  const isOffered = useRef(false);
  // Offers, without another press, the accounts that this browser knows; once is enough.
  const offer = () => {
    if (!isOffered.current) prepared?.google.prompt();
    isOffered.current = true;
  };
  const load = () => {
    onStart();
    setLoading(true);
    prepareSignIn()
      .then(setPrepared, onFailure)
      .finally(() => setLoading(false));
  };
  // The sign-in is used up whatever the outcome: the next press prepares another one.
  const use = (idToken: string, proof: string) => {
    setPrepared(null);
    onCredential(idToken, proof);
  };
  if (prepared === null || isBusy) {
    return (
      <Button icon={<LogIn />} busy={isLoading || isBusy} onClick={load}>
        {t('accounts.google.signIn')}
      </Button>
    );
  }
  return (
    <ButtonOfGoogle prepared={prepared} clientId={clientId} onShown={offer} onFailure={onFailure} onCredential={use} />
  );
}

type GoogleProps = Pick<ConfiguredProps, 'clientId' | 'onFailure' | 'onCredential'> & {
  prepared: PreparedSignIn;
  onShown: () => void;
};

/** Google accepts widths in pixels only, and at most this one. */
const WIDEST = 400;

function ButtonOfGoogle({ prepared, clientId, onShown, onFailure, onCredential }: GoogleProps) {
  const place = useRef<HTMLDivElement>(null);
  const messages = useRef({ onShown, onFailure, onCredential });
  useEffect(() => {
    messages.current = { onShown, onFailure, onCredential };
  });
  useEffect(() => {
    const frame = place.current;
    if (frame === null) return;
    const { google, nonce, proof } = prepared;
    google.initialize({
      client_id: clientId,
      nonce,
      callback: ({ credential }) => {
        if (credential === undefined || credential === '') messages.current.onFailure();
        else messages.current.onCredential(credential, proof);
      },
    });
    const width = Math.min(WIDEST, frame.clientWidth || WIDEST);
    frame.replaceChildren();
    google.renderButton(frame, { type: 'standard', size: 'large', text: 'signin_with', width });
    // The pressed button is gone; the focus moves to what replaced it.
    frame.focus();
    messages.current.onShown();
  }, [prepared, clientId]);
  return (
    <div className="grid gap-1">
      <p className="text-center text-small text-text2">{t('accounts.google.buttonHint')}</p>
      <div ref={place} tabIndex={-1} className="flex min-h-control justify-center" />
    </div>
  );
}
