import { call } from '../../../web/client/call.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import * as contract from '../push.calls.ts';

export const getPushKey = async (): Promise<string> => (await call(contract.getPushKey, {})).key;

export const subscribeToPush = (subscription: InputOf<typeof contract.subscribeToPush>) =>
  call(contract.subscribeToPush, subscription);

export const unsubscribeFromPush = () => call(contract.unsubscribeFromPush, {});
