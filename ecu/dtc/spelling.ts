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
 * Volkswagen's own five digits: 16384 and the decimal digits of a P0 or P1 code, so 16785 is P0401 and 17965 P1557;
 * 18432 and so on go on the same way for P2 and P3. The number also stands in the memory of EDC15 and EDC16 as it is.
 */
export function codeOfVagNumber(number: number): string | null {
  if (!Number.isInteger(number) || number <= 16384 || number > 16384 + 3999) return null;
  return `P${String(number - 16384).padStart(4, '0')}`;
}

/** null for codes that Volkswagen's numbers cannot spell: other letters, and hexadecimal digits. */
export function vagNumberOfCode(code: string): number | null {
  const [, digits] = /^P([0-3]\d{3})$/.exec(code) ?? [];
  return digits === undefined || Number(digits) === 0 ? null : 16384 + Number(digits);
}
