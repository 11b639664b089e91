import type { IncomingHttpHeaders } from 'node:http';
import { findLanguage, LANGUAGE_CODES, type Language } from '../../contract/languages.ts';

type Headers = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>;

/**
 * Chooses the language a page is rendered in for this reader, the same way the browser does
 * (web/languages/languages.ts): the reader's own choice, which is in a cookie, otherwise the first language of the
 * browser that is available. Null: the reader's choice is not available.
 */
export function chooseLanguage(headers: Headers, languages: readonly string[]): string | null {
  return readChosenLanguage(headers) === undefined
    ? (findAcceptedLanguage(headers, languages) ?? 'en')
    : (languages.find((language) => language === readChosenLanguage(headers)) ?? null);
}

/**
 * Returns the language of the page that calls. Null: the call names none of the portal's languages, as with programs.
 */
export function chooseCallLanguage(headers: Headers): Language | null {
  const chosen = readChosenLanguage(headers);
  return chosen === undefined ? (findAcceptedLanguage(headers, LANGUAGE_CODES) ?? null) : findLanguage(chosen);
}

/** Over HTTPS, the name has the prefix with which browsers let no other host set the cookie. */
const readChosenLanguage = ({ cookie = '' }: Headers): string | undefined =>
  (/(?:^|;\s*)__Host-language=([^;]*)/.exec(cookie) ?? /(?:^|;\s*)language=([^;]*)/.exec(cookie))?.[1];

function findAcceptedLanguage<Code extends string>(
  { 'accept-language': accepted = '' }: Headers,
  languages: readonly Code[],
): Code | undefined {
  const codes = sortByQuality(accepted).map((name) => name.split('-')[0]);
  return codes.flatMap((code) => languages.find((language) => language === code) ?? [])[0];
}

/** Sorts "de-CH, en;q=0.8" by preference, the preferred language first. */
function sortByQuality(accepted: string): string[] {
  const parts = accepted.split(',').map((part) => {
    const [name = '', quality] = part.trim().split(/\s*;\s*q=/i);
    return { name: name.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) };
  });
  return parts
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ name }) => name);
}
