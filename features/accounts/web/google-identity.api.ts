import { call } from '../../../web/client/call.ts';
import * as contract from '../google.calls.ts';

const SCRIPT = 'https://accounts.google.com/gsi/client';

/** The part of Google Identity Services used here. */
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

/** Loads Google's script; nothing from Google is on the page until this sign-in is chosen. */
async function loadGoogleIdentity(): Promise<GoogleIdentity> {
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
      // Lets the next press try again.
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

/** Loads Google's script and gets a nonce from our server that is valid for one sign-in. */
export async function prepareSignIn(): Promise<PreparedSignIn> {
  const [google, begun] = await Promise.all([loadGoogleIdentity(), call(contract.beginGoogleSignIn, {})]);
  return { google, ...begun };
}
