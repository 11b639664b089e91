/** What anyone tries first; loaded when the first password is chosen, because most processes and browsers never need it. */
export interface KnownWords {
  /** The most used passwords: in lower case, and as `foldSpelling` spells them. */
  passwords: ReadonlySet<string>;
  /** Names of vehicle makers, and words of the trade. */
  trade: readonly string[];
}

/** Signs that are typed in place of letters; one that stands for i or l becomes i, like both of these. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '€': 'e',
  '!': 'i',
  '|': 'i',
  '+': 't',
  l: 'i',
};

/** Returns one spelling for all of `Password`, `P@ssw0rd` and `pässword`. */
export const foldSpelling = (text: string): string =>
  Array.from(text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, ''), (sign) => LOOK_ALIKES[sign] ?? sign).join('');
