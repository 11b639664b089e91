import type { IncomingHttpHeaders } from 'node:http';
import { findLanguage, LANGUAGE_CODES, type Language } from '../../contract/languages.ts';

type Headers = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>;

/**
 * Chooses the language a page is rendered in for this reader, the same way the browser does
 * (web/languages/languages.ts): the reader's own choice, which is in a cookie, otherwise the first language of the
 * browser that is available. Null: the reader's choice is not available.
 */
export function chooseLanguage(headers: Headers, languages: readonly string[]): string | null {
  return chosenIn(headers) === undefined
    ? (firstAccepted(headers, languages) ?? 'en')
    : (languages.find((language) => language === chosenIn(headers)) ?? null);
}

/**
 * Returns the language of the page that calls. Null: the call names none of the portal's languages, as with programs.
 */
export function languageOfCall(headers: Headers): Language | null {
  const chosen = chosenIn(headers);
  return chosen === undefined ? (firstAccepted(headers, LANGUAGE_CODES) ?? null) : findLanguage(chosen);
}

const chosenIn = ({ cookie = '' }: Headers): string | undefined => /(?:^|;\s*)language=([^;]*)/.exec(cookie)?.[1];

function firstAccepted<Code extends string>(
  { 'accept-language': accepted = '' }: Headers,
  languages: readonly Code[],
): Code | undefined {
  const codes = byQuality(accepted).map((name) => name.split('-')[0]);
  return codes.flatMap((code) => languages.find((language) => language === code) ?? [])[0];
}

/** Sorts "de-CH, en;q=0.8" by preference, the preferred language first. */
function byQuality(accepted: string): string[] {
  const parts = accepted.split(',').map((part) => {
    const [name = '', quality] = part.trim().split(/\s*;\s*q=/i);
    return { name: name.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) };
  });
  return parts
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ name }) => name);
}
