import { t } from '../text.ts';
import type { Changes } from './places.ts';

/** How much a generated file changed of its original. */
export function changesText({ bytesChanged, places }: Pick<Changes, 'bytesChanged' | 'places'>): string {
  if (bytesChanged === 1) return t('1 byte changed');
  return places.length === 1
    ? t('{n} bytes in 1 place changed', { n: bytesChanged })
    : t('{n} bytes in {k} places changed', { n: bytesChanged, k: places.length });
}
