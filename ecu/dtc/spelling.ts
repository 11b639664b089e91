const letters = ['P', 'C', 'B', 'U'] as const;

/**
 * The code that a 16-bit word stands for in SAE J2012 / ISO 15031-6: bits 15-14 the letter, 13-12 the first digit,
 * then three digits, which may be hexadecimal. 0x0401 is P0401, 0xC100 is U0100. null for 0, which is no code.
 */
export function codeOfWord(word: number): string | null {
  if (!Number.isInteger(word) || word <= 0 || word > 0xFFFF) return null;
  const digit = (word >>> 12) & 3;
  return `${letters[word >>> 14]}${digit}${(word & 0xFFF).toString(16).toUpperCase().padStart(3, '0')}`;
}

/** The word of a code such as P0401; null when it is not spelled like one. */
export function wordOfCode(code: string): number | null {
  const [, letter, digit, rest] = /^([PCBU])([0-3])([0-9A-F]{3})$/.exec(code) ?? [];
  if (letter === undefined || digit === undefined || rest === undefined) return null;
  return (letters.indexOf(letter as 'P') << 14) | (Number(digit) << 12) | parseInt(rest, 16);
}

/**
 * Volkswagen's own five digits: 1024 to each thousand, so 16384 is P0, 17408 P1, 18432 P2 and 19456 P3, and the three
 * decimal digits follow: 16785 is P0401 and 17965 P1557. The number also stands in the memory of EDC15 and EDC16 as it
 * is; measured: 2860 records of EDC15 hold it beside the SAE word of the same code.
 */
export function codeOfVagNumber(number: number): string | null {
  if (!Number.isInteger(number) || number <= 16384 || number >= 16384 + 4 * 1024) return null;
  const digits = (number - 16384) & 1023;
  return digits > 999 ? null : `P${(number - 16384) >>> 10}${String(digits).padStart(3, '0')}`;
}

/** null for codes that Volkswagen's numbers cannot spell: other letters, and hexadecimal digits. */
export function vagNumberOfCode(code: string): number | null {
  const [, thousand, digits] = /^P([0-3])(\d{3})$/.exec(code) ?? [];
  if (thousand === undefined || digits === undefined || code === 'P0000') return null;
  return 16384 + Number(thousand) * 1024 + Number(digits);
}
