import { useMutation } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { deviceName } from '../../../web/device.ts';
import type { InputOf } from '../../endpoint.ts';
import * as contract from '../google.contract.ts';
import { enter } from './sign-in.api.ts';

const SCRIPT = 'https://accounts.google.com/gsi/client';

/** The part of Google Identity Services that is used here. */
export interface GoogleIdentity {
  initialize(options: {
    client_id: string;
    nonce: string;
    callback: (response: { credential?: string }) => void;
  }): void;
  renderButton(place: HTMLElement, options: Record<string, string | number>): void;
  /** Offers the accounts that this browser knows, without another press. */
  prompt(): void;
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } };
  }
}

/** Asks Google for its script; nothing of Google is on the page before that sign-in is chosen. */
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

export interface PreparedSignIn {
  google: GoogleIdentity;
  nonce: string;
  proof: string;
}

/** The script of Google, and a nonce of our server that is good for one sign-in. */
export async function prepareSignIn(): Promise<PreparedSignIn> {
  const [google, begun] = await Promise.all([loadGoogleIdentity(), call(contract.beginGoogleSignIn, {})]);
  return { google, ...begun };
}

/** Starts a session, unless the reply asks for the password of an account that is to be linked. */
export const useSignInWithGoogle = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.signInWithGoogle>) =>
      call(contract.signInWithGoogle, { ...input, device: deviceName() }),
    onSuccess: (reply) => {
      if ('token' in reply) enter(reply);
    },
  });

/** What the reply to the sign-in asks for; null when it asks for nothing. */
export function linkOf({ data }: ReturnType<typeof useSignInWithGoogle>): contract.GoogleLink | null {
  return data !== undefined && 'link' in data ? data.link : null;
}

export const useLinkGoogle = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.linkGoogle>) =>
      call(contract.linkGoogle, { ...input, device: deviceName() }),
    onSuccess: enter,
  });
