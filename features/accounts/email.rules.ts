import { type HasRole, can } from '../../contract/capabilities.ts';

/** Part of browsers and of Node. */
declare const URL: new (address: string) => { readonly hostname: string };

/** Letters, digits and the usual marks, an @, and a domain with at least one dot; the last part may be foreign, too. */
export const EMAIL_ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/;

/** A domain with letters beyond ASCII, and without a sign that would end it in an address of the web. */
const FOREIGN_DOMAIN = /^(?=.*[^\0-\x7F])[^\s/?#:@\\[\]%]+$/;

/** Trims an e-mail address, and spells a domain such as müller-tuning.de as mail servers do: xn--mller-tuning-dlb.de. */
export function withAsciiDomain(email: string): string {
  const address = email.trim();
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || !FOREIGN_DOMAIN.test(domain)) return address;
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return address;
  }
}

/** Customers keep the address that they have confirmed; before that it may have been mistyped. */
export const mayChangeEmail = (user: HasRole & { verified: boolean }): boolean =>
  can(user, 'account.change-confirmed-email') || !user.verified;

/** Control characters, and those that are invisible or reverse a line: one name could pass for another. */
// oxlint-disable-next-line no-misleading-character-class -- a set of single characters
const INVISIBLE = /[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu;

export const withoutInvisible = (name: string): string => name.replace(INVISIBLE, '');
