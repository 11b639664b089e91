import { inspect } from '../../../../ecu/index.ts';
import { sentence } from '../../../../contract/refusal.ts';
import type { Sentence } from '../../../../contract/texts.ts';
import { readArchive } from './archive-entries.ts';
import type { ZipEntry } from './zip-entries.ts';

/** The one control unit in an archive, or what the archive contains instead. */
export type OpenedZip =
  | { outcome: 'opened'; name: string; bytes: Uint8Array }
  | { outcome: 'not opened'; reason: Sentence };

/** A sentence names at most this many files. */
const MAX_NAMED = 8;
const NAME_LENGTH = 60;

/**
 * Opens an archive that holds exactly one control unit's memory. If there are several, the sentence lists each with
 * what it is, and the user chooses by sending only the right one.
 */
export async function openZip({ bytes }: { bytes: Uint8Array }): Promise<OpenedZip> {
  return inspectZip(bytes);
}

export function inspectZip(bytes: Uint8Array): OpenedZip {
  const content = readArchive(bytes);
  if (content.outcome === 'refused') return { outcome: 'not opened', reason: content.reason };
  const looked = content.entries.map((entry) => ({ entry, ...inspectEntry(entry) }));
  const units = looked.filter(({ isUnit }) => isUnit);
  const [one, other] = units;
  if (one !== undefined && other === undefined && 'bytes' in one.entry) {
    return { outcome: 'opened', name: one.entry.name, bytes: Uint8Array.from(one.entry.bytes) };
  }
  if (one !== undefined) {
    const names = listed(units.map(({ entry, description }) => `${shortened(entry.name)} (${description})`));
    return {
      outcome: 'not opened',
      reason: sentence('errors.analysis.zip_of_several', { count: units.length, names }),
    };
  }
  const names = listed(looked.map(({ entry, description }) => `${shortened(entry.name)} (${description})`));
  const reason =
    looked.length === 0
      ? sentence('errors.analysis.zip_empty')
      : sentence('errors.analysis.zip_without_unit', { names });
  return { outcome: 'not opened', reason };
}

function inspectEntry(entry: ZipEntry): { isUnit: boolean; description: string } {
  if ('reason' in entry) return { isUnit: false, description: entry.reason };
  const { fileType, identification } = inspect(entry.bytes);
  if (fileType !== 'OK') return { isUnit: false, description: fileType };
  if (identification.outcome !== 'recognised')
    return { isUnit: true, description: 'a control unit that is not recognised' };
  const { family, facts } = identification;
  return { isUnit: true, description: `${family.maker} ${facts.model?.value ?? family.models.join(' / ')}` };
}

const shortened = (name: string) =>
  name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH).toWellFormed()}…` : name;

function listed(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  return [...names.slice(0, MAX_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}
