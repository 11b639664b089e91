/** "1 file", "2 files"; for English lines only. Texts of the portal have the plurals of their language instead. */
export const pluralize = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

/** Amounts are whole cents internally; credits with two decimals are only their notation. */
export const toCents = (credits: number): number => Math.round(credits * 100);

export const toCredits = (cents: number): number => cents / 100;

/** Bytes of a megabyte as disks are sold, and as `df -BMB` counts. */
export const BYTES_OF_MB = 1_000_000;

/** Megabytes for display, rounded down: 3.4 for 3 499 999 bytes. */
export const toMegabytes = (bytes: number): number => Math.floor(Math.max(0, bytes) / (BYTES_OF_MB / 10)) / 10;

/** Formats a wait such as "3 h 20 min", at least one minute; the same in every language. */
export function formatWait(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
