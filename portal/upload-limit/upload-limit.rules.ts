export const BYTES_OF_MB = 1_000_000;

/** As people read it, never more than there is: 3.4 for 3 499 999 bytes. */
export const megabytesOf = (bytes: number): number => Math.floor(Math.max(0, bytes) / (BYTES_OF_MB / 10)) / 10;

/** "3 h 20 min" for a wait; a minute at least. The same in every language. */
export function waitOf(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
