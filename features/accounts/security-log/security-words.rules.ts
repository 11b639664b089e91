import type { SecurityEvent, SecurityEventKind, SecurityReason } from './security.calls.ts';
import { type Label, textKey } from '../../../contract/texts.ts';

export const EVENT_WORDS: Record<SecurityEventKind, Label> = {
  SIGNED_IN: textKey('common.signed'),
  LOGIN_FAILED: textKey('security.loginFailed'),
  PASSWORD_WRONG: textKey('security.wrongPassword'),
  TOKEN_REFUSED: textKey('security.tokenRefused'),
  FORBIDDEN: textKey('security.accessRefused'),
  LIMITED: textKey('security.limitReached'),
  PASSWORD_CHANGED: textKey('security.passwordChanged'),
  EMAIL_CHANGED: textKey('security.eMailAddressChanged'),
  ROLE_CHANGED: textKey('security.roleChanged'),
  LOCKED: textKey('security.accountLocked'),
  UNLOCKED: textKey('security.accountUnlocked'),
  GOOGLE_LINKED: textKey('security.linkedGoogle'),
  SESSIONS_ENDED: textKey('security.sessionsEnded'),
  DATA_EXPORTED: textKey('security.dataExported'),
  ACCOUNT_ERASED: textKey('security.accountErased'),
};

export const REASON_WORDS: Record<SecurityReason, Label> = {
  PASSWORD: textKey('security.password'),
  GOOGLE: textKey('security.google'),
  REGISTRATION: textKey('security.registering'),
  UNKNOWN_EMAIL: textKey('security.noAccountAddress'),
  WRONG_PASSWORD: textKey('security.passwordWrong'),
  ACCOUNT_LOCKED: textKey('security.theAccountIsLocked'),
  GOOGLE_TOKEN: textKey('security.tokenGoogleNotValid'),
  GOOGLE_TOKEN_USED: textKey('security.tokenGoogleUsedBefore'),
  UNREADABLE: textKey('security.notTokenPortal'),
  EXPIRED: textKey('security.sessionExpired'),
  SESSION_ENDED: textKey('security.sessionEnded'),
  LINK_SPENT: textKey('security.mailedLinkSpent'),
  WRONG_ROLE: textKey('security.roleDoesNotAllow'),
  PASSWORD_LIMIT: textKey('security.tooManyWrongPasswords'),
  TAKEN_EMAIL_LIMIT: textKey('security.tooManyRegistrationsAddressesAccount'),
  CALL_LIMIT: textKey('security.tooManyCalls'),
  BY_OWNER: textKey('security.ownerAccount'),
  BY_ADMINISTRATOR: textKey('security.administrator'),
  BY_COMMAND: textKey('security.commandLine'),
  MAILED_LINK: textKey('security.mailedLink'),
  LOGGED_OUT: textKey('security.loggedOut'),
  SIGNED_IN_AGAIN: textKey('security.signedInAgain'),
  PASSWORD_CHANGED: textKey('security.thePasswordWasChanged'),
  EMAIL_CHANGED: textKey('security.theEMailAddressWasChanged'),
  GOOGLE_LINKED: textKey('security.accountLinkedGoogle'),
  ROLE_CHANGED: textKey('security.theRoleWasChanged'),
  LOCKED: textKey('security.theAccountWasLocked'),
  DELETED: textKey('security.accountDeleted'),
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
