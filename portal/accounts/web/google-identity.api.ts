import { useMutation } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { startSession } from '../../../web/session.ts';
import type { InputOf } from '../../endpoint.ts';
import * as contract from '../google.contract.ts';

const SCRIPT = 'https://accounts.google.com/gsi/client';

/** The part of Google Identity Services that is used here. */
export interface GoogleIdentity {
  initialize(options: { client_id: string; nonce: string; callback: (answer: { credential?: string }) => void }): void;
  renderButton(place: HTMLElement, options: Record<string, string | number>): void;
  /** Offers the accounts that this browser knows, without another press. */
  prompt(): void;
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } };
  }
}

/** Asks Google for its script; nothing of Google is on the page before somebody wants to sign in that way. */
export async function loadGoogleIdentity(): Promise<GoogleIdentity> {
  if (window.google?.accounts?.id === undefined) await loadScript();
  const identity = window.google?.accounts?.id;
  if (identity === undefined) throw new Error('The script of Google has brought nothing.');
  return identity;
}

function loadScript(): Promise<void> {
  const script = document.createElement('script');
  script.src = SCRIPT;
  return new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      // The next press tries again.
      script.remove();
      reject(new Error('The script of Google cannot be loaded.'));
    });
    document.head.append(script);
  });
}

export const useSignInWithGoogle = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.signInWithGoogle>) => call(contract.signInWithGoogle, input),
    onSuccess: ({ token }) => startSession(token),
  });
