import { useMutation } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { getDeviceName } from '../../../web/client/device.ts';
import type { InputOf, ReplyOf } from '../../../contract/endpoint.ts';
import * as contract from '../google.calls.ts';
import { enterPortal } from './sign-in.api.ts';

/** The call with which another provider signs in; its replies are the same. */
type AsProvider = () => Promise<ReplyOf<typeof contract.signInWithGoogle>>;

/** Starts a session, unless the response requests the password of an account to be linked. */
export const useSignInWithGoogle = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.signInWithGoogle> | AsProvider) =>
      typeof input === 'function' ? input() : call(contract.signInWithGoogle, { ...input, device: getDeviceName() }),
    onSuccess: async (reply) => {
      if ('token' in reply) await enterPortal(reply);
    },
  });

/** The link that the response requests a password for; null when it requests none. */
export function linkOf({ data }: ReturnType<typeof useSignInWithGoogle>): contract.GoogleLink | null {
  return data !== undefined && 'link' in data ? data.link : null;
}

export const useLinkGoogle = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.linkGoogle>) =>
      call(contract.linkGoogle, { ...input, device: getDeviceName() }),
    onSuccess: enterPortal,
  });
