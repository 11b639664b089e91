import type { File } from '../file.ts';
import { type FurtherKind, MAX_FURTHER_FILES } from './further-files.calls.ts';
import { isOpen } from '../files.rules.ts';
import { type Refusal, refusal, refusalWith } from '../../../contract/refusal.ts';

type FileState = Pick<File, 'status' | 'further_files'>;

export function addFurtherFileRefusal(file: FileState): Refusal | null {
  if (!isOpen(file)) return fileIsClosed();
  return file.further_files < MAX_FURTHER_FILES ? null : tooManyFurtherFiles({ most: MAX_FURTHER_FILES });
}

export const canAddFurtherFile = (file: FileState) => addFurtherFileRefusal(file) === null;

/** Names that tools and workshops give such files; the first match counts. */
const NAMED: readonly (readonly [FurtherKind, RegExp])[] = [
  ['GEARBOX', /(?:^|[^a-z])(?:tcu|tcm|dsg|dq\d{3}|egs|al551|6hp|8hp|gearbox|getriebe)/i],
  ['ID_FILE', /\.(?:id|xml|ini)$|(?:^|[^a-z])id(?:ent)?(?:[^a-z]|$)/i],
  ['SCAN_REPORT', /\.(?:pdf|html?)$|(?:scan|report|fault|dtc|vcds|odis)/i],
  ['LOG', /\.(?:log|csv)$|(?:^|[^a-z])log/i],
  ['SCAN_REPORT', /\.(?:txt|jpe?g|png|webp)$/i],
  ['ECU', /\.(?:bin|ori|hex|mod|frf|sgo|s19|kp|ols)$/i],
];

/** Suggests a kind from the file's name; the customer can change it. */
export const kindOfName = (name: string): FurtherKind =>
  NAMED.find(([, pattern]) => pattern.test(name))?.[0] ?? 'OTHER';

const fileIsClosed = refusal('errors.further-files.file_closed');
export const tooManyFurtherFiles = refusalWith<{ most: number }>('errors.further-files.too_many');
