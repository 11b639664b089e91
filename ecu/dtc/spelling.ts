const SYSTEMS = ['P', 'C', 'B', 'U'] as const;

/**
 * The code that a 16-bit word stands for in SAE J2012 / ISO 15031-6: bits 15-14 the letter, 13-12 the first digit,
 * then three digits, which may be hexadecimal. 0x0401 is P0401, 0xC100 is U0100. null for 0, which is no code.
 */
export function codeOfWord(word: number): string | null {
  if (!Number.isInteger(word) || word <= 0 || word > 0xffff) return null;
  const digit = (word >>> 12) & 3;
  return `${SYSTEMS[word >>> 14]}${digit}${(word & 0xfff).toString(16).toUpperCase().padStart(3, '0')}`;
}

/** The word of a code such as P0401; null when it is not spelled like one. */
export function wordOfCode(code: string): number | null {
  const [, system, digit, rest] = /^([PCBU])([0-3])([0-9A-F]{3})$/.exec(code) ?? [];
  if (system === undefined || digit === undefined || rest === undefined) return null;
  return (SYSTEMS.indexOf(system as 'P') << 14) | (Number(digit) << 12) | parseInt(rest, 16);
}

/**
 * Volkswagen's own five digits: 1024 to each thousand, so 16384 is P0, 17408 P1, 18432 P2 and 19456 P3, and the three
 * decimal digits follow: 16785 is P0401 and 17965 P1557. The memory of EDC15 and EDC16 also holds the number
 * itself; measured: 2860 records of EDC15 hold it next to the SAE word of the same code.
 */
export function codeOfVagNumber(number: number): string | null {
  if (!Number.isInteger(number) || number <= 16384 || number >= 16384 + 4 * 1024) return null;
  const digits = (number - 16384) & 1023;
  return digits > 999 ? null : `P${(number - 16384) >>> 10}${String(digits).padStart(3, '0')}`;
}

/** null for codes that Volkswagen's numbers cannot spell: those with other letters or with hexadecimal digits. */
export function vagNumberOfCode(code: string): number | null {
  const [, thousand, digits] = /^P([0-3])(\d{3})$/.exec(code) ?? [];
  if (thousand === undefined || digits === undefined || code === 'P0000') return null;
  return 16384 + Number(thousand) * 1024 + Number(digits);
}

/**
 * Who decides what a code means (SAE J2012, "DTC groupings"). SAE: one meaning for all cars: P0, P2, P34 to P39, and
 * B0, C0, U0, B3, C3, U3. maker: every car maker gives it its own meaning: P1, P30 to P33, and B1, B2 and so on.
 */
export function whoDefines(code: string): 'SAE' | 'maker' | null {
  const word = wordOfCode(code);
  if (word === null) return null;
  const digit = (word >>> 12) & 3;
  if (word >>> 14 !== 0) return digit === 0 || digit === 3 ? 'SAE' : 'maker';
  if (digit === 3) return (word & 0xf00) >= 0x400 ? 'SAE' : 'maker';
  return digit === 1 ? 'maker' : 'SAE';
}

/**
 * Volkswagen's testers for cars with CAN show the SAE word itself as six decimal digits: 008213 is 0x2015, P2015.
 * Only its leading zeros distinguish it from other numbers.
 */
export function codeOfVagSixDigits(text: string): string | null {
  return /^0\d{5}$/.test(text) ? codeOfWord(Number(text)) : null;
}

/** The code or number that follows: P040A after P0409, 29CE after 29CD. */
export function codeAfter(code: string): string {
  const word = wordOfCode(code);
  if (word !== null) return codeOfWord(word + 1) ?? code;
  return (parseInt(code, 16) + 1).toString(16).toUpperCase().padStart(code.length, '0');
}
