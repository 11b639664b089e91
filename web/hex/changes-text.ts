import { t } from '../text.ts';
import type { Changes } from './places.ts';

/** Describes how much of its original a generated file changed. */
export function changesText({ bytesChanged, places }: Pick<Changes, 'bytesChanged' | 'places'>): string {
  if (bytesChanged === 1) return t('hex.oneByteChanged');
  return places.length === 1
    ? t('hex.bytesChangedInOneRegion', { n: bytesChanged })
    : t('hex.bytesChangedInRegions', { n: bytesChanged, k: places.length });
}
