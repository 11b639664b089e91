const DTC_PREFIX = 'DTC:';

/** How chosen solutions are stored and shown: names joined by commas, the customer's codes as `DTC:{text}`. */
export function joinSolutionNames(names: readonly string[], dtcText: string | null): string {
  const codes = cleanDtcText(dtcText ?? '');
  return [...names, ...(codes === '' ? [] : [DTC_PREFIX + codes])].join(',');
}

/** The codes in a joined list, or null. */
export function readDtcText(solution: string | undefined): string | null {
  const part = solution?.split(',').find((name) => name.startsWith(DTC_PREFIX));
  const codes = cleanDtcText(part?.slice(DTC_PREFIX.length) ?? '');
  return codes === '' ? null : codes.slice(0, 500);
}

/** A comma would end the entry in the joined list, so it becomes a space (G-55). */
export const cleanDtcText = (text: string): string => text.replace(/,/g, ' ').replace(/\s+/g, ' ').trim();

/** The parts of a stored list, for showing them one by one. */
export const splitSolutionNames = (solution: string): string[] => solution.split(',').filter((name) => name !== '');
