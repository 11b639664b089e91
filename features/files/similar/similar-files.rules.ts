import { type Refusal, refusal } from '../../../contract/refusal.ts';
import type { SimilarFile } from './similar-files.calls.ts';

interface Reused {
  file_sha256: string;
  file_size_bytes: number;
  mod_file_key: string | null;
  is_proved: boolean;
}

/**
 * Returns why a modified file cannot be reused: it fits one original and no other. A file made by DTC OFF is generated
 * again instead, because its proof, declared use and national rules belong to its own customer.
 */
export function reuseRefusal(file: Pick<Reused, 'file_sha256' | 'file_size_bytes'>, other: Reused): Refusal | null {
  if (file.file_sha256 !== other.file_sha256 || file.file_size_bytes !== other.file_size_bytes) return notIdentical();
  if (other.mod_file_key === null) return noModified();
  return other.is_proved ? madeByDtcOff() : null;
}

/**
 * Names a modified file after its original: `Golf.bin` becomes `Golf_modified.bin`. The other customer's file name is
 * not disclosed.
 */
export function reusedName(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? `${fileName.slice(0, dot)}_modified${fileName.slice(dot)}` : `${fileName}_modified`;
}

type Alike = { bytes_compared: number; bytes_same: number };

/** The share of equal bytes in thousandths, rounded down: files that differ in one byte are never 100 % the same. */
export const computeSameThousandths = ({ bytes_compared, bytes_same }: Alike): number =>
  Math.floor((bytes_same * 1000) / bytes_compared);

/** The figures of a comparison; null when the two files were not compared. */
export const alikeOf = ({ bytes_compared, bytes_same }: SimilarFile): Alike | null =>
  bytes_compared === null || bytes_same === null ? null : { bytes_compared, bytes_same };

const notIdentical = refusal('errors.similar-files.not_identical');
export const noModified = refusal('errors.similar-files.no_modified');
const madeByDtcOff = refusal('errors.similar-files.made_by_dtc_off');
