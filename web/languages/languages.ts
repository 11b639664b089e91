import { findLanguage, type Language } from '../../contract/languages.ts';
import { setLanguage, translateWith } from './text.ts';
import { setOwnDates } from './dates.ts';

/** English with longer words, to show where a translation would be cut off. Only the browser tests choose it. */
const STRETCHED = 'en-XA';

const KEY = 'language';
const CATALOGUES = import.meta.glob<Record<string, string>>(
  ['../../contract/languages/*.json', '!../../contract/languages/en.json'],
  { import: 'default' },
);

/** Returns the reader's choice; without one, the browser's first language that the portal has. */
export function getChosenLanguage(): string {
  const stored = read();
  if (stored !== null && isKnown(stored)) return stored;
  for (const expected of navigator.languages) {
    const code = expected.split('-')[0] ?? '';
    if (isKnown(code)) return code;
  }
  return 'en';
}

/** Switches the language and remembers it on this device. Rejects when its catalogue cannot be loaded. */
export async function chooseLanguage(code: string): Promise<void> {
  await loadLanguage(code);
  rememberLanguage(code);
}

/** Remembers the language for pages that are loaded from now on; this page stays as it is. */
export function rememberLanguage(code: string): void {
  try {
    localStorage.setItem(KEY, code);
    // The server picks the next page's language by this cookie; public/theme.js sets it for older choices.
    const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
    document.cookie = `${prefix}${KEY}=${code}; path=/; max-age=31536000; samesite=lax${secure}`;
  } catch {
    // Without storage, the choice lasts for this page only.
  }
}

let visitorLanguage: Language | null = null;

/**
 * Chooses a language before the login; the account that signs in next on this page adopts it, even if that is before the
 * language has loaded.
 */
export async function chooseAsVisitor(code: Language): Promise<void> {
  visitorLanguage = code;
  try {
    await chooseLanguage(code);
  } catch (error) {
    visitorLanguage = null;
    throw error;
  }
}

/** Returns, once, the language that was chosen before the login since the last sign-in. */
export function takeVisitorLanguage(): Language | null {
  const chosen = visitorLanguage;
  visitorLanguage = null;
  return chosen;
}

export async function loadLanguage(code: string): Promise<void> {
  if (code === STRETCHED) {
    const { stretchText: stretched } = await import('./stretched.ts');
    translateWith(code, stretched);
    return;
  }
  if (code === 'mk') await addMacedonianDates();
  await setLanguage(code, (await CATALOGUES[`../../contract/languages/${code}.json`]?.()) ?? {});
}

async function addMacedonianDates(): Promise<void> {
  if (Intl.DateTimeFormat.supportedLocalesOf('mk').length > 0) return;
  const { MACEDONIAN } = await import('./macedonian-dates.ts');
  setOwnDates(MACEDONIAN);
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const isKnown = (code: string): boolean => code === STRETCHED || findLanguage(code) !== null;
