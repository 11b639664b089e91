import { t } from '../../../../web/languages/text.ts';
import type { Changes } from './places.ts';

/** Describes how much of its original a generated file changed. */
export const changesText = ({ bytesChanged, places }: Pick<Changes, 'bytesChanged' | 'places'>): string =>
  t('files.hex.changesSummary', { bytes: bytesChanged, count: places.length });
