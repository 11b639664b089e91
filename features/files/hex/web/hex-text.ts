import { t } from '../../../../web/languages/text.ts';

/** "0x04F2A0": has as many digits as the file's largest offset needs, so that offsets line up. */
export function offsetText(at: number, sizeBytes: number): string {
  const digits = Math.max(6, (sizeBytes - 1).toString(16).length);
  return `0x${at.toString(16).toUpperCase().padStart(digits, '0')}`;
}

/** Describes how much of its original a generated file changed. */
export const changesText = ({ bytesChanged, places }: { bytesChanged: number; places: { length: number } }): string =>
  t('files.hex.changesSummary', { bytes: bytesChanged, count: places.length });
