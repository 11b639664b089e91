import { call } from '../../../web/client/call.ts';
import { loadLanguage, rememberLanguage, takeVisitorLanguage } from '../../../web/languages/languages.ts';
import { prepareScreenAt } from '../../../web/frame/screen.tsx';
import { getSession, startSession } from '../../../web/client/session.ts';
import { homeOf } from '../../../web/client/staff-addresses.ts';
import { getCurrentLanguage } from '../../../web/languages/text.ts';
import { findLanguage, type Language } from '../../../contract/languages.ts';
import * as contract from '../accounts.calls.ts';

/**
 * Starts the session of a response and switches to the account's language. Resolves when the user's first screen can be
 * drawn, or `page`: until then the form stays as it is, busy. False for an unreadable token.
 */
export async function enterPortal({
  token,
  language = null,
  page,
}: {
  token: string;
  language?: Language | null;
  page?: string;
}): Promise<boolean> {
  if (!startSession(token)) return false;
  const user = getSession()?.user;
  const chosen = takeVisitorLanguage();
  if (chosen !== null && chosen !== language) {
    call(contract.updateMyLanguage, { language: chosen }).catch(logLanguageError);
  }
  if (user !== undefined) await prepareScreenAt(page ?? homeOf(user));
  if (chosen === null) applyLanguage(findLanguage(language ?? ''));
  return true;
}

/** Leaves alone a language that no account can have, such as the one of the browser tests. */
function applyLanguage(language: Language | null): void {
  if (language === null || language === getCurrentLanguage() || findLanguage(getCurrentLanguage()) === null) return;
  // Immediately, because the page may be reloaded before it is rendered again.
  rememberLanguage(language);
  // Delayed until the next page is on its way: a form that is rendered again would no longer lead there.
  setTimeout(() => void loadLanguage(language).catch(logLanguageError), 0);
}

function logLanguageError(error: unknown): void {
  console.error('The language of the account was not taken over', error);
}
