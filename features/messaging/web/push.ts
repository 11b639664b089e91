import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../web/client/call.ts';
import { getSession } from '../../../web/client/session.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import * as contract from '../messaging.calls.ts';

export type PushState = 'unknown' | 'unsupported' | 'refused' | 'off' | 'on';

/** Returns the service worker's registration if there is one already; waiting for one might never end. */
async function findRegistration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/** Whether this browser gets notifications while the portal is closed, and a way to change that, only on a click. */
export function usePush(): { state: PushState; turn: (on: boolean) => Promise<void> } {
  const [state, setState] = useState<PushState>('unknown');
  useEffect(() => {
    let isCurrent = true;
    void readState()
      .catch(() => 'unsupported' as const)
      .then((found) => isCurrent && setState(found));
    return () => {
      isCurrent = false;
    };
  }, []);
  const turn = useCallback(async (on: boolean) => {
    try {
      setState(await (on ? turnOn() : turnOff()));
    } catch (error) {
      console.warn('Push could not be changed', error);
      setState(await readState());
    }
  }, []);
  return { state, turn };
}

/** Registers a new session for notifications if the browser already had them. */
export function useStoredPush(token: string | undefined): void {
  useEffect(() => {
    if (token === undefined || getSession()?.user.view_only) return;
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    // A failure here is harmless: opening the bell tries again.
    readState().catch((error: unknown) => console.warn('Push could not be kept', error));
  }, [token]);
}

let reading: Promise<PushState> | null = null;

/** Shares one pending read among all callers, so that the server is called once. */
function readState(): Promise<PushState> {
  reading ??= registerAgain().finally(() => {
    reading = null;
  });
  return reading;
}

async function registerAgain(): Promise<PushState> {
  const registration = await findRegistration();
  if (registration === null) return 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  const subscription = await registration.pushManager.getSubscription();
  if (subscription === null || Notification.permission !== 'granted') return 'off';
  // The server drops a browser's subscription with its session, so each new session registers again.
  await registerOnServer(subscription);
  return 'on';
}

async function turnOn(): Promise<PushState> {
  const registration = await findRegistration();
  if (registration === null) return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'off';
  const applicationServerKey = await getPushKey();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  await registerOnServer(subscription);
  return 'on';
}

async function turnOff(): Promise<PushState> {
  const registration = await findRegistration();
  await unsubscribeFromPush();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return 'off';
}

async function registerOnServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await subscribeToPush({ endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } });
}

const getPushKey = async (): Promise<string> => (await call(contract.getPushKey, {})).key;

const subscribeToPush = (subscription: InputOf<typeof contract.subscribeToPush>) =>
  call(contract.subscribeToPush, subscription);

const unsubscribeFromPush = () => call(contract.unsubscribeFromPush, {});
