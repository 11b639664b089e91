import type { SimilarFile } from './similar-files.contract.ts';

type Alike = { bytes_compared: number; bytes_same: number };

/** Rounded down, so that files with one different byte are never 100 % the same. In thousandths. */
export const sameThousandths = ({ bytes_compared, bytes_same }: Alike): number =>
  Math.floor((bytes_same * 1000) / bytes_compared);

/** The figures of two files that were compared; null of others. */
export const alikeOf = ({ bytes_compared, bytes_same }: SimilarFile): Alike | null =>
  bytes_compared === null || bytes_same === null ? null : { bytes_compared, bytes_same };
