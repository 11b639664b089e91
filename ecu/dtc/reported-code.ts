/** A trouble code, or a car maker's own number, in a pasted text. */
export type ReportedCode = {
  /**
   * code: P0401. in a range: one between the two ends of P0300-P0304. vag number: Volkswagen's 16785 or 008213. maker
   * number: BMW's 29CD, of which no code is known.
   */
  kind: 'code' | 'in a range' | 'vag number' | 'maker number';
  /** As Tunedesk spells it; null for a maker number. */
  code: string | null;
  /** The maker's own digits or the word's without 0x, in capitals; null where a code is spelled out. */
  number: string | null;
  /** The failure type byte of P0401-1F and P040100, two hexadecimal digits. */
  failureType: string | null;
  /** Of a code in a range: the code itself. */
  asWritten: string;
  /** Of a code in a range: where the range begins. */
  offset: number;
};

/** A hit of a finder: its place is in the text in which look-alike letters are folded. */
export type Hit = Pick<ReportedCode, 'kind' | 'code' | 'number' | 'failureType'> & { at: number; end: number };

/** A stretch that looks like a code and could not be read. */
export type Doubt = { at: number; end: number };

/** How the file that the report is for names its codes. */
export type Known = { own: ReadonlySet<string>; words: ReadonlySet<string> };

/** Limit for each way of finding codes, repeated codes included. */
export const MAX_HITS = 5000;

/** No letter, digit or underscore may stand before or behind a code, the letters with accents included. */
export const NOT_IN_WORD = '(?<![A-Za-z0-9_\\u00C0-\\u024F])';
export const WORD_ENDS = '(?![A-Za-z0-9_\\u00C0-\\u024F])';

export const UNIT =
  /^(?:km|mi|miles|h|hrs?|rpm|u\/min|1\/min|mv|v|bar|mbar|hpa|mg|kg|kw|nm|ps|hp|cc|ccm|mm|%|eur|€|\$)(?![a-z0-9])/i;
