import type { Refusal } from '../refusal.ts';
import { madeByDtcOff, noModified, notIdentical } from './similar-files.errors.ts';

interface Reused {
  file_sha256: string;
  file_size_bytes: number;
  mod_file_key: string | null;
  is_proved: boolean;
}

/**
 * A modified file fits one original and no other. One that DTC OFF has made is made again instead: its proof, the declared use
 * and the rules of the country are of its own customer.
 */
export function reuseRefusal(file: Pick<Reused, 'file_sha256' | 'file_size_bytes'>, other: Reused): Refusal | null {
  if (file.file_sha256 !== other.file_sha256 || file.file_size_bytes !== other.file_size_bytes) return notIdentical();
  if (other.mod_file_key === null) return noModified();
  return other.is_proved ? madeByDtcOff() : null;
}

/** The name of a modified file after its original: `Golf.bin` becomes `Golf_modified.bin`. Names of other customers stay theirs. */
export function reusedName(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? `${fileName.slice(0, dot)}_modified${fileName.slice(dot)}` : `${fileName}_modified`;
}
