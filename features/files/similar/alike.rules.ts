import type { SimilarFile } from './similar-files.calls.ts';

type Alike = { bytes_compared: number; bytes_same: number };

/** The share of equal bytes in thousandths, rounded down: files that differ in one byte are never 100 % the same. */
export const computeSameThousandths = ({ bytes_compared, bytes_same }: Alike): number =>
  Math.floor((bytes_same * 1000) / bytes_compared);

/** The figures of a comparison; null when the two files were not compared. */
export const alikeOf = ({ bytes_compared, bytes_same }: SimilarFile): Alike | null =>
  bytes_compared === null || bytes_same === null ? null : { bytes_compared, bytes_same };
