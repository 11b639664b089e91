import { t } from '../../../../web/languages/text.ts';
import type { Changes } from './places.ts';

/** "0x04F2A0": has as many digits as the file's largest offset needs, so that offsets line up. */
export function offsetText(at: number, sizeBytes: number): string {
  const digits = Math.max(6, (sizeBytes - 1).toString(16).length);
  return `0x${at.toString(16).toUpperCase().padStart(digits, '0')}`;
}

/** "7F", or two dots if one of the two files has no such byte. */
export const byteText = (byte: number | undefined): string =>
  byte === undefined ? '··' : byte.toString(16).toUpperCase().padStart(2, '0');

export function bytesText(bytes: Uint8Array, at: number, end: number): string {
  return Array.from(bytes.subarray(at, end), byteText).join(' ');
}

/** Describes how much of its original a generated file changed. */
export const changesText = ({ bytesChanged, places }: Pick<Changes, 'bytesChanged' | 'places'>): string =>
  t('files.hex.changesSummary', { bytes: bytesChanged, count: places.length });
