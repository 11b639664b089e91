import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../web/client/call.ts';
import { getDeviceName } from '../../../web/client/device.ts';
import { pollEvery } from '../../../web/client/polling.ts';
import { queryClient } from '../../../web/client/query-client.ts';
import { forgetSession, startSession, updateSessionUser } from '../../../web/client/session.ts';
import { leaveOrAsk } from '../../../web/client/unsaved-guard.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { SignedIn } from '../user.ts';
import * as contract from '../accounts.calls.ts';
import { enterPortal } from './sign-in.api.ts';

/** Interval given by the specification. */
const MY_USER_POLL_MS = 5000;

const myUserQuery = queryOptions({
  queryKey: ['my-user'],
  queryFn: ({ signal }) => call(contract.getMyUser, {}, { signal }),
});

/** What is already known about the reader, without a request. */
export const useKnownUser = () => useQuery({ ...myUserQuery, enabled: false });

/** The signed-in user with both balances, polled every 5 s. */
export const useMyUser = () => useQuery({ ...myUserQuery, ...pollEvery(MY_USER_POLL_MS) });

/** Fetches the signed-in user before the frame around a screen is drawn. */
export const prepareMyUser = () => queryClient.ensureQueryData({ ...myUserQuery, retry: false });

/** After an operation that moved credits: refetches now instead of within the next 5 s. */
export function useRefreshMyUser() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: myUserQuery.queryKey });
}

export const useLogin = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.login>) => call(contract.login, { ...input, device: getDeviceName() }),
    onSuccess: async (reply) => {
      if ('token' in reply) await enterPortal(reply);
    },
  });

/**
 * Sends the register form; role, status and balance are included as the specification lists them (X-CRS-08). It is
 * pending until `onSuccess` has ended.
 */
export const useRegister = (onSuccess: (reply: SignedIn) => Promise<void>) =>
  useMutation({
    onSuccess,
    mutationFn: (input: InputOf<typeof contract.register>) =>
      call(contract.register, {
        ...input,
        role: 'CUSTOMER',
        status: 'ACTIVE',
        credit_balance: 0,
        device: getDeviceName(),
      } as typeof input),
  });

/** Ends the session in this browser at once, and on the server in the background. */
export function useLogout() {
  const client = useQueryClient();
  return () =>
    leaveOrAsk(() => {
      // The response does not matter: a session that the server did not end expires by itself.
      void call(contract.logout, {}).catch(() => undefined);
      forgetSession({ isEnded: false });
      client.clear();
    });
}

export function useUpdateMyUser() {
  const refresh = useRefreshMyUser();
  return useMutation({
    /** What was not edited here is read again first: it may have been changed elsewhere. */
    async mutationFn(edited: InputOf<typeof contract.patchMyUser>) {
      const { username, phone, country } = await call(contract.getMyUser, {});
      const user = await call(contract.updateMyUser, { username, phone, country, ...edited });
      // Such as a 202, from which it is not known whether anything was saved.
      if (!updateSessionUser(user)) throw new Error('The reply to the change of the profile is no user.');
      return user;
    },
    onSuccess: refresh,
  });
}

export function useUpdateMyLanguage() {
  const refresh = useRefreshMyUser();
  return useMutation({
    mutationFn: (input: InputOf<typeof contract.updateMyLanguage>) => call(contract.updateMyLanguage, input),
    onSuccess: refresh,
  });
}

export const useChangePassword = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.changePassword>) => call(contract.changePassword, input),
    onSuccess: ({ token }) => void startSession(token),
  });

export const useActivateAccount = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.activateAccount>) => call(contract.activateAccount, input),
  });

export const useResendActivation = () => useMutation({ mutationFn: () => call(contract.resendActivation, {}) });

export const useRequestPasswordReset = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.requestPasswordReset>) => call(contract.requestPasswordReset, input),
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.resetPassword>) =>
      call(contract.resetPassword, { ...input, device: getDeviceName() }),
  });

/**
 * Returns the token of a mailed link; '' when there is none. The token is removed from the address bar at once, where
 * it could be read, copied or sent along, but stays in the history entry of this tab, so that it survives a reload.
 */
export function useLinkToken(): string {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = new URLSearchParams(search).get('token');
  const inHistory = (state as { linkToken?: unknown } | null)?.linkToken;
  useEffect(() => {
    if (inAddress !== null) void navigate(pathname, { replace: true, state: { linkToken: inAddress } });
  }, [inAddress, navigate, pathname]);
  return inAddress ?? (typeof inHistory === 'string' ? inHistory : '');
}
