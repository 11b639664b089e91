import { call } from '../../../web/call.ts';
import { loadLanguage, rememberLanguage, takeVisitorsChoice } from '../../../web/languages/languages.ts';
import { startSession } from '../../../web/session.ts';
import { currentLanguage } from '../../../web/text.ts';
import { findLanguage, type Language } from '../../languages.list.ts';
import * as contract from '../accounts.contract.ts';

/** Starts the session of a reply, and goes on in the account's language; false when the token is unreadable. */
export function enter({ token, language = null }: { token: string; language?: Language | null }): boolean {
  if (!startSession(token)) return false;
  const chosen = takeVisitorsChoice();
  if (chosen === null) follow(language);
  else if (chosen !== language) call(contract.updateMyLanguage, { language: chosen }).catch(logLanguageError);
  return true;
}

/** A language that no account can have, such as that of the browser tests, stays. */
function follow(language: Language | null): void {
  if (language === null || language === currentLanguage() || findLanguage(currentLanguage()) === null) return;
  // At once: the page may be loaded again before it is drawn again.
  rememberLanguage(language);
  // Once the page that follows is on its way: a form that is drawn again would not lead there any more.
  setTimeout(() => void loadLanguage(language).catch(logLanguageError), 0);
}

function logLanguageError(error: unknown): void {
  console.error('The language of the account was not taken over', error);
}
