const KEY = 'device';
const BYTES = 24;

let unstored: string | undefined;

/**
 * A random name of this browser, made at the first sign-in. With it the server knows the owner of an account again
 * while strangers guess the password (at least 16 characters of letters, digits, `-` and `_`).
 */
export function deviceName(): string {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored !== null && /^[\w-]{16,64}$/.test(stored)) return stored;
    const made = makeName();
    localStorage.setItem(KEY, made);
    return made;
  } catch {
    // A browser without storage has a name for this page only.
    return (unstored ??= makeName());
  }
}

function makeName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
