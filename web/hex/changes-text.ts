import { t } from '../text.ts';
import type { Changes } from './places.ts';

/** How much a generated file changed of its original. */
export function changesText({ bytesChanged, places }: Pick<Changes, 'bytesChanged' | 'places'>): string {
  if (bytesChanged === 1) return t('hex.oneByteChanged');
  return places.length === 1
    ? t('hex.bytesChangedInOneRegion', { n: bytesChanged })
    : t('hex.bytesChangedInRegions', { n: bytesChanged, k: places.length });
}
