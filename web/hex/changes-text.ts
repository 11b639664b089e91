import { t } from '../text.ts';
import type { Changes } from './places.ts';

/** How much a generated file changed of its original. */
export function changesText({ bytesChanged, places }: Pick<Changes, 'bytesChanged' | 'places'>): string {
  if (bytesChanged === 1) return t('1 byte changed');
  return places.length === 1
    ? t('{n} bytes changed in 1 region', { n: bytesChanged })
    : t('{n} bytes changed in {k} regions', { n: bytesChanged, k: places.length });
}
