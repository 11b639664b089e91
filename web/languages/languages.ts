import { findLanguage, type Language } from '../../portal/languages.list.ts';
import { setLanguage, translateWith } from '../text.ts';
import { setOwnDates } from './dates.ts';

/** English with longer words: shows what a translation would cut off. Not offered; the browser tests choose it. */
const STRETCHED = 'en-XA';

const KEY = 'language';
const CATALOGUES = import.meta.glob<Record<string, string>>(['./*.json', '!./en.json'], { import: 'default' });

/** The reader's own choice; without one, the first language of the browser that is here. */
export function chosenLanguage(): string {
  const stored = read();
  if (stored !== null && isKnown(stored)) return stored;
  for (const expected of navigator.languages) {
    const code = expected.split('-')[0] ?? '';
    if (isKnown(code)) return code;
  }
  return 'en';
}

/** Sets it from now on, and remembers it on this device. Rejects when its sentences cannot be loaded. */
export async function chooseLanguage(code: string): Promise<void> {
  await loadLanguage(code);
  rememberLanguage(code);
}

/** For the pages that are loaded from now on; this one stays as it is. */
export function rememberLanguage(code: string): void {
  try {
    localStorage.setItem(KEY, code);
    // For the server, which chooses the page that is sent next; public/theme.js does the same for older choices.
    document.cookie = `${KEY}=${code}; path=/; max-age=31536000; samesite=lax`;
  } catch {
    // Without storage it lasts for this page only.
  }
}

let ofVisitor: Language | null = null;

/** The same before the login: it goes to the account that signs in next on this page. */
export async function chooseAsVisitor(code: Language): Promise<void> {
  await chooseLanguage(code);
  ofVisitor = code;
}

/** What was chosen so since the last sign-in; once. */
export function takeVisitorsChoice(): Language | null {
  const chosen = ofVisitor;
  ofVisitor = null;
  return chosen;
}

export async function loadLanguage(code: string): Promise<void> {
  if (code === STRETCHED) {
    const { stretched } = await import('./stretched.ts');
    translateWith(code, stretched);
    return;
  }
  if (code === 'mk') await addMacedonianDates();
  await setLanguage(code, (await CATALOGUES[`./${code}.json`]?.()) ?? {});
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
