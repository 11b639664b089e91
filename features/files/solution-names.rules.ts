const DTC_PREFIX = 'DTC:';

/** The length that a stored list has room for. */
export const MAX_DTC_TEXT_LENGTH = 500;

/** Joins chosen solutions as stored and shown: names joined by commas, the customer's codes as `DTC:{text}`. */
export function joinSolutionNames(names: readonly string[], dtcText: string | null): string {
  const codes = cleanDtcText(dtcText ?? '');
  return [...names, ...(codes === '' ? [] : [DTC_PREFIX + codes])].join(',');
}

/**
 * Returns the codes in a joined list, or null. Text after them belongs to them until the next of the chosen names: a
 * comma typed between two codes does not end the list.
 */
export function readDtcText(solution: string | undefined, chosenNames: readonly string[] = []): string | null {
  const parts = solution?.split(',') ?? [];
  const codesAt = parts.findIndex((name) => name.startsWith(DTC_PREFIX));
  if (codesAt < 0) return null;
  const rest = parts.slice(codesAt + 1);
  const nextAt = rest.findIndex((name) => chosenNames.includes(name.trim()));
  const own = [parts[codesAt]?.slice(DTC_PREFIX.length), ...rest.slice(0, nextAt < 0 ? undefined : nextAt)];
  const codes = cleanDtcText(own.join(','));
  return codes === '' ? null : codes.slice(0, MAX_DTC_TEXT_LENGTH);
}

/** Replaces commas by spaces, because a comma would end the entry in the joined list (G-55). */
export const cleanDtcText = (text: string): string => text.replace(/,/g, ' ').replace(/\s+/g, ' ').trim();

/**
 * Appends to the typed text the codes that were chosen from the file's list and are not in it yet. When there is no
 * room, whole codes are left out, because part of a code would be a different code.
 */
export function joinDtcText(typed: string, codes: readonly string[]): string {
  const words = cleanDtcText(typed);
  const written = new Set(words.toUpperCase().split(' '));
  let text = words.slice(0, MAX_DTC_TEXT_LENGTH);
  for (const code of codes) {
    if (written.has(code)) continue;
    if (text.length + code.length + ' …'.length >= MAX_DTC_TEXT_LENGTH) return `${text} …`;
    text = text === '' ? code : `${text} ${code}`;
    written.add(code);
  }
  return text;
}

/** Splits a stored list into its parts, to show them one by one. */
export const splitSolutionNames = (solution: string): string[] => solution.split(',').filter((name) => name !== '');
