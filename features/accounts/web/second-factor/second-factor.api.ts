import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { getDeviceName } from '../../../../web/client/device.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { enterPortal } from '../sign-in.api.ts';
import type { PasskeyAnswer } from '../../passkey-fields.ts';
import * as passkeys from '../../passkeys.calls.ts';
import * as contract from '../../second-factor.calls.ts';
import * as again from '../../sign-in-again.calls.ts';
import { loadPasskeys } from './load-passkeys.ts';

const KEY = ['second-factor'] as const;

export const useTakeSecondStep = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.takeSecondStep>) =>
      call(contract.takeSecondStep, { ...input, device: getDeviceName() }),
    onSuccess: enterPortal,
  });

export const useSecondFactor = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(contract.getMySecondFactor, {}, { signal }), staleTime: 0 });

export const useBeginSecondFactor = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.beginSecondFactor>) => call(contract.beginSecondFactor, input),
  });

/** The list of what is set up is read again once the recovery codes have been seen. */
export const useConfirmSecondFactor = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof contract.confirmSecondFactor>) => call(contract.confirmSecondFactor, input),
  });

export const useTurnOffSecondFactor = () =>
  useChange((input: InputOf<typeof contract.turnOffSecondFactor>) => call(contract.turnOffSecondFactor, input), [KEY]);

export const useRenewRecoveryCodes = () =>
  useChange((input: InputOf<typeof contract.renewRecoveryCodes>) => call(contract.renewRecoveryCodes, input), [KEY]);

export const useAnswerWithMyPasskey = () =>
  useMutation({ mutationFn: async () => (await loadPasskeys()).answerWithMyPasskey() });

export const useSignInAgain = () =>
  useMutation({ mutationFn: (input: InputOf<typeof again.signInAgain>) => call(again.signInAgain, input) });

export const useSignInAgainWithPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const passkey = await (await loadPasskeys()).answerWithMyPasskey();
      return call(again.signInAgainWithPasskey, { passkey });
    },
  });

export const useAnswerSecondStep = () =>
  useMutation({ mutationFn: async (ticket: string) => (await loadPasskeys()).answerSecondStep(ticket) });

/** The list is read again once the recovery codes have been seen. */
export const useMakePasskey = () =>
  useMutation({
    mutationFn: async (proof: { current_password: string; code?: string; passkey?: PasskeyAnswer }) =>
      (await loadPasskeys()).makePasskey(proof),
  });

export const useRenamePasskey = (id: number) =>
  useChange((name: string) => call(passkeys.renamePasskey, { id, name }), [KEY]);

export const useRemovePasskey = (id: number) =>
  useChange(
    (proof: Omit<InputOf<typeof passkeys.removePasskey>, 'id'>) => call(passkeys.removePasskey, { id, ...proof }),
    [KEY],
  );
