import { LogIn } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { prepareSignIn, type PreparedSignIn } from './google-identity.api.ts';

type ConfiguredProps = {
  clientId: string;
  isBusy: boolean;
  onStart: () => void;
  onFailure: () => void;
  onCredential: (idToken: string, proof: string) => void;
};

/** Google requires its own button to be pressed: ours only loads it, so that Google is not contacted before. */
export default function ConfiguredButton({ clientId, isBusy, onStart, onFailure, onCredential }: ConfiguredProps) {
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
