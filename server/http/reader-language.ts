import type { IncomingHttpHeaders } from 'node:http';
import { findLanguage, LANGUAGE_CODES, type Language } from '../../portal/languages.list.ts';

type Headers = Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>;

/**
 * The language a page is drawn in for this reader, as the browser chooses it (web/languages/languages.ts): the own
 * choice, which it shows in a cookie, else the first language of the browser that is here. Null: the choice is none of
 * these.
 */
export function chooseLanguage(headers: Headers, languages: readonly string[]): string | null {
  return chosenIn(headers) === undefined
    ? (firstAccepted(headers, languages) ?? 'en')
    : (languages.find((language) => language === chosenIn(headers)) ?? null);
}

/** The language of the page that calls. Null: the call names none of the portal's, as programs do. */
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

/** "de-CH, en;q=0.8": the preferred one first. */
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
