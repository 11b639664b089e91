import { COUNTRIES } from '../../accounts/country.ts';

/** One code or group that the operator does not allow to be switched off. */
export interface BlockedDtc {
  /** A code, or `emission` for every code that concerns emissions. */
  what: string;
  /** The country in which it applies, as named in a customer's profile; null: everywhere. */
  country: string | null;
}

declare module '../../../server/config.ts' {
  interface Config {
    /** Codes that DTC OFF does not switch off. */
    dtcBlocked: readonly BlockedDtc[];
  }
}

const BLOCKED_NAME = /^(emission|[PCBU][0-3][0-9A-F]{3}|[0-9A-F]{2,6})$/;

/** Parses DTC_BLOCKED: codes or `emission`, each for everywhere or for one country, such as `emission@DE,P0420`. */
export function readBlockedDtcs(text: string | undefined): BlockedDtc[] {
  const words = (text ?? '').split(',').map((word) => word.trim());
  return words.filter((word) => word !== '').map(readWord);
}

function readWord(word: string): BlockedDtc {
  const [what = '', iso, ...more] = word.split('@');
  const country = COUNTRIES.find((one) => one.iso === iso)?.name ?? null;
  const isKnown = more.length === 0 && BLOCKED_NAME.test(what) && (iso === undefined || country !== null);
  if (!isKnown) {
    throw new Error(
      `DTC_BLOCKED must be codes or the word emission, each for one country where that is meant (emission@DE,P0420), not "${word}".`,
    );
  }
  return { what, country };
}
