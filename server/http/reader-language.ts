import type { IncomingHttpHeaders } from 'node:http';

/**
 * The language a page is drawn in for this reader, as the browser chooses it (web/languages/languages.ts): the own
 * choice, which it shows in a cookie, else the first language of the browser that is here. Null: the choice is none of
 * these.
 */
export function chooseLanguage(
  { cookie = '', 'accept-language': accepted = '' }: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>,
  languages: readonly string[],
): string | null {
  const chosen = /(?:^|;\s*)language=([^;]*)/.exec(cookie)?.[1];
  if (chosen !== undefined) return languages.find((language) => language === chosen) ?? null;
  return (
    byQuality(accepted)
      .map((name) => name.split('-')[0])
      .find((code) => code !== undefined && languages.includes(code)) ?? 'en'
  );
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
