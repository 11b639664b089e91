const KEY = 'device';
const BYTES = 24;

let unstored: string | undefined;

/**
 * Returns a random name for this browser, generated at the first sign-in: at least 16 characters of letters, digits,
 * `-` and `_`. It lets the server recognise the owner of an account while strangers guess the password.
 */
export function getDeviceName(): string {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored !== null && /^[\w-]{16,64}$/.test(stored)) return stored;
    const made = makeName();
    localStorage.setItem(KEY, made);
    return made;
  } catch {
    // In a browser without storage, the name lasts for this page only.
    return (unstored ??= makeName());
  }
}

function makeName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
