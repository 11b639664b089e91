import { getSession } from '../session.ts';

/** What one person has set up on one device; a browser without storage forgets it with the page. */
const keyOf = (name: string) => `${name}:${getSession()?.user.id ?? 0}`;

export function readStored<Value>(name: string, isValid: (value: unknown) => value is Value): Value | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // As above.
  }
}
