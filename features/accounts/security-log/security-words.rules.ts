import type { SecurityEvent, SecurityEventKind, SecurityReason } from './security.calls.ts';
import { type Label, textKey } from '../../../contract/texts.ts';

export const EVENT_WORDS: Record<SecurityEventKind, Label> = {
  SIGNED_IN: textKey('common.signedIn'),
  LOGIN_FAILED: textKey('accounts.security.event.loginFailed'),
  PASSWORD_WRONG: textKey('accounts.security.event.wrongPassword'),
  TOKEN_REFUSED: textKey('accounts.security.event.tokenRefused'),
  FORBIDDEN: textKey('accounts.security.event.accessRefused'),
  LIMITED: textKey('accounts.security.event.limitReached'),
  PASSWORD_CHANGED: textKey('accounts.security.event.passwordChanged'),
  EMAIL_CHANGED: textKey('accounts.security.event.emailChanged'),
  ROLE_CHANGED: textKey('accounts.security.event.roleChanged'),
  LOCKED: textKey('accounts.security.event.locked'),
  UNLOCKED: textKey('accounts.security.event.unlocked'),
  GOOGLE_LINKED: textKey('accounts.security.event.googleLinked'),
  SECOND_FACTOR_ADDED: textKey('accounts.security.event.secondFactorAdded'),
  SECOND_FACTOR_REMOVED: textKey('accounts.security.event.secondFactorRemoved'),
  PASSKEY_ADDED: textKey('accounts.security.event.passkeyAdded'),
  PASSKEY_REMOVED: textKey('accounts.security.event.passkeyRemoved'),
  SESSIONS_ENDED: textKey('accounts.security.event.sessionsEnded'),
  DATA_EXPORTED: textKey('accounts.security.event.dataExported'),
  ACCOUNT_ERASED: textKey('accounts.security.event.erased'),
};

export const REASON_WORDS: Record<SecurityReason, Label> = {
  PASSWORD: textKey('accounts.security.reason.withPassword'),
  GOOGLE: textKey('accounts.security.reason.withGoogle'),
  REGISTRATION: textKey('accounts.security.reason.byRegistering'),
  CODE: textKey('accounts.security.reason.withCode'),
  RECOVERY_CODE: textKey('accounts.security.reason.withRecoveryCode'),
  PASSKEY: textKey('accounts.security.reason.withPasskey'),
  UNKNOWN_EMAIL: textKey('accounts.security.reason.unknownEmail'),
  WRONG_PASSWORD: textKey('accounts.security.reason.wrongPassword'),
  WRONG_CODE: textKey('accounts.security.reason.wrongCode'),
  WRONG_PASSKEY: textKey('accounts.security.reason.wrongPasskey'),
  ACCOUNT_LOCKED: textKey('accounts.security.reason.accountLocked'),
  GOOGLE_TOKEN: textKey('accounts.security.reason.googleToken'),
  GOOGLE_TOKEN_USED: textKey('accounts.security.reason.googleTokenUsed'),
  UNREADABLE: textKey('accounts.security.reason.unreadableToken'),
  EXPIRED: textKey('accounts.security.reason.sessionExpired'),
  SESSION_ENDED: textKey('accounts.security.reason.sessionEnded'),
  LINK_SPENT: textKey('accounts.security.reason.linkSpent'),
  WRONG_ROLE: textKey('accounts.security.reason.wrongRole'),
  PASSWORD_LIMIT: textKey('accounts.security.reason.passwordLimit'),
  CODE_LIMIT: textKey('accounts.security.reason.codeLimit'),
  TAKEN_EMAIL_LIMIT: textKey('accounts.security.reason.takenEmailLimit'),
  CALL_LIMIT: textKey('accounts.security.reason.callLimit'),
  BY_OWNER: textKey('accounts.security.reason.byOwner'),
  BY_ADMINISTRATOR: textKey('accounts.security.reason.byAdministrator'),
  BY_COMMAND: textKey('accounts.security.reason.byCommand'),
  MAILED_LINK: textKey('accounts.security.reason.withMailedLink'),
  LOGGED_OUT: textKey('accounts.security.reason.loggedOut'),
  SIGNED_IN_AGAIN: textKey('accounts.security.reason.signedInAgain'),
  PASSWORD_CHANGED: textKey('accounts.security.reason.passwordChanged'),
  EMAIL_CHANGED: textKey('accounts.security.reason.emailChanged'),
  GOOGLE_LINKED: textKey('accounts.security.reason.googleLinked'),
  SECOND_FACTOR: textKey('accounts.security.reason.secondFactor'),
  ROLE_CHANGED: textKey('accounts.security.reason.roleChanged'),
  LOCKED: textKey('accounts.security.reason.locked'),
  DELETED: textKey('accounts.security.reason.deleted'),
};

/** Events that were refused; all others took place. */
const REFUSED: readonly SecurityEventKind[] = [
  'LOGIN_FAILED',
  'PASSWORD_WRONG',
  'TOKEN_REFUSED',
  'FORBIDDEN',
  'LIMITED',
];

export const isRefused = ({ event }: Pick<SecurityEvent, 'event'>): boolean => REFUSED.includes(event);
