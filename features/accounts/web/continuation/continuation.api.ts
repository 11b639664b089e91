import { useMutation } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { getDeviceName } from '../../../../web/client/device.ts';
import { enterPortal } from '../sign-in.api.ts';
import * as contract from '../../continuation.calls.ts';

export const useCreateContinuation = () =>
  useMutation({ mutationFn: (page: string) => call(contract.createContinuation, { page }) });

/** Each question counts as an attempt, so it is asked when it is wanted, and not again. */
export const useFindContinuation = () =>
  useMutation({
    mutationFn: async (code: string) => ({ ...(await call(contract.findContinuation, { code })), code }),
  });

/** Resolves once the page at which the other device goes on can be drawn. */
export const useTakeContinuation = () =>
  useMutation({
    mutationFn: async (code: string) => {
      const reply = await call(contract.takeContinuation, { code, device: getDeviceName() });
      return { page: reply.page, isSignedIn: await enterPortal(reply) };
    },
  });
