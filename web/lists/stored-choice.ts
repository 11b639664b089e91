import { getSession, getPersonId } from '../client/session.ts';

/** One user's choice on one device; without browser storage, it lasts for this page only. */
const composeKey = (name: string) => `${name}:${getPersonId(getSession())}`;

export function readStored<Value>(name: string, isValid: (value: unknown) => value is Value): Value | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(composeKey(name)) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(composeKey(name), JSON.stringify(value));
  } catch {
    // Without storage, the choice lasts for this page only.
  }
}
