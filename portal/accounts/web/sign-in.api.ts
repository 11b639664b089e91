import { call } from '../../../web/call.ts';
import { chooseLanguage, takeVisitorsChoice } from '../../../web/languages/languages.ts';
import { startSession } from '../../../web/session.ts';
import { currentLanguage } from '../../../web/text.ts';
import { findLanguage, type Language } from '../../languages.list.ts';
import * as contract from '../accounts.contract.ts';

/** Starts the session of a reply, and goes on in the account's language; false when the token is unreadable. */
export function enter({ token, language = null }: { token: string; language?: Language | null }): boolean {
  if (!startSession(token)) return false;
  // Once the page that follows is on its way: a form that is drawn again would not lead there any more.
  setTimeout(() => void settleLanguage(language).catch(logLanguageError), 0);
  return true;
}

/** What was chosen on the way in goes to the account; else the page is drawn in the account's language. */
async function settleLanguage(ofAccount: Language | null): Promise<void> {
  const chosen = takeVisitorsChoice();
  if (chosen !== null && chosen !== ofAccount) await call(contract.updateMyLanguage, { language: chosen });
  // A language that no account can have, such as that of the browser tests, stays.
  if (chosen !== null || ofAccount === null || findLanguage(currentLanguage()) === null) return;
  if (ofAccount !== currentLanguage()) await chooseLanguage(ofAccount);
}

function logLanguageError(error: unknown): void {
  console.error('The language of the account was not taken over', error);
}
