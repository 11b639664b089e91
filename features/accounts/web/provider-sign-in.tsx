import { LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMutation } from '@tanstack/react-query';
import { loginMessageFor } from '../../../web/client/api-error.ts';
import { call } from '../../../web/client/call.ts';
import { getDeviceName } from '../../../web/client/device.ts';
import { getSession } from '../../../web/client/session.ts';
import { homeOf } from '../../../web/client/staff-addresses.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import * as contract from '../provider.calls.ts';
import type { useSignInWithGoogle } from './google-sign-in.api.ts';

/** The proof of a sign-in stays in this tab, where the answer of the provider arrives. */
const PROOF = 'provider-proof';

function takeProof(): string | null {
  const proof = sessionStorage.getItem(PROOF);
  sessionStorage.removeItem(PROOF);
  return proof;
}

type ProviderSignInProps = { name: string; signIn: ReturnType<typeof useSignInWithGoogle> };

/** An addition to the specification: the shop's own identity provider. Loaded where there is one. */
export default function ProviderSignIn({ name, signIn }: ProviderSignInProps) {
  const begin = useMutation({
    mutationFn: async () => {
      const { address, proof } = await call(contract.beginProviderSignIn, {});
      sessionStorage.setItem(PROOF, proof);
      window.open(address, '_self');
    },
  });
  useAnswer(signIn);
  const error = begin.error ?? signIn.error;
  return (
    <div className="grid gap-3">
      {error !== null && <Alert kind="danger">{loginMessageFor(error, t('common.somethingWentWrong'))}</Alert>}
      <Button icon={<LogIn />} busy={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
        {name}
      </Button>
    </div>
  );
}

/** Sends on what the provider has added to the address, once, and removes it from there. */
function useAnswer({ mutate }: ProviderSignInProps['signIn']): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!new URLSearchParams(search).has('state')) return;
    const proof = takeProof();
    void navigate('/login', { replace: true });
    if (proof === null) return;
    const device = getDeviceName();
    mutate(() => call(contract.signInWithProvider, { answer: search.slice(1), proof, device }), {
      onSuccess: () => {
        const user = getSession()?.user;
        if (user !== undefined) void navigate(homeOf(user));
      },
    });
  }, [search, mutate, navigate]);
}
