import {
  analyse,
  families,
  findOffPaths,
  listAllChecksums,
  listReadNotes,
  namesOfWrong,
  sentence as ecuSentence,
  tryToSwitchOff,
} from '../../../../ecu/index.ts';
import { sentence } from '../../../../contract/refusal.ts';
import type { Sentence } from '../../../../contract/texts.ts';
import { rowOf, type CodeRow } from './code-row.ts';
import { inspectZip } from './open-zip.ts';
import { isArchive } from './archive-entries.ts';
import type { Analysis, DtcListing, Evidence, Facts } from '../../../../ecu/index.ts';

/** Everything shown about a file before it is paid for; plain values, without its bytes. */
export interface FileAnalysis {
  /** OK, or what the file appears to be instead. */
  fileType: string;
  form: string;
  family: { id: string; maker: string; models: string[]; points: number; evidence: Evidence[] } | null;
  facts: Facts;
  rows: CodeRow[];
  /** Why no code of this file can be switched off; null: a trial has shown that they can. */
  obstacle: Sentence | null;
  warnings: Sentence[];
  /** Absent: no known checksum is wrong, or the file could not be changed even after a correction. */
  repair?: ChecksumRepair;
}

/** What the file is like after its wrong checksums have been corrected first, as a trial has shown. */
export interface ChecksumRepair {
  /** Names of the checksums that are wrong. */
  checksums: string[];
  warnings: Sentence[];
}

interface ToAnalyse {
  bytes: Uint8Array;
  /** Restricts the analysis to these families; absent: any family. */
  familyIds?: readonly string[] | undefined;
}

/** Finds families by their ids, which is how they are passed to a thread. */
export const chooseFamilies = (ids: readonly string[] | undefined) =>
  ids === undefined ? families : families.filter(({ id }) => ids.includes(id));

export function analyseFile({ bytes, familyIds }: ToAnalyse): FileAnalysis {
  const analysis = analyse(bytes, chooseFamilies(familyIds));
  const { inspection, family, listing } = analysis;
  const { identification } = inspection;
  const facts = identification.outcome === 'recognised' ? identification.facts : {};
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  const offPaths: ReadonlySet<number> = family?.dtcs ? findOffPaths(analysis.image, family.dtcs, rows) : new Set();
  return {
    fileType: inspection.fileType,
    form: inspection.form.name,
    family:
      identification.outcome === 'recognised' && family !== null
        ? {
            id: family.id,
            maker: family.maker,
            models: [...family.models],
            points: identification.family.points,
            evidence: identification.family.evidence,
          }
        : null,
    facts,
    rows: rows.map((row) => ({
      ...rowOf(row),
      off_entries: row.paths.filter((path) => offPaths.has(path)),
    })),
    ...(isArchive(inspection.fileType) ? notOpened(bytes) : withReadNotes(analysis, tryOut(analysis))),
  };
}

type Trial = Pick<FileAnalysis, 'obstacle' | 'warnings' | 'repair'>;

/** Adds what is known about the read itself, except for what already stands as the obstacle. */
function withReadNotes(analysis: Analysis, { obstacle, warnings, repair }: Trial): Trial {
  const notes = listReadNotes(analysis).filter(({ message }) => message !== obstacle?.message);
  return {
    obstacle,
    warnings: [...notes, ...warnings],
    ...(repair && { repair: { ...repair, warnings: [...notes, ...repair.warnings] } }),
  };
}

/**
 * Describes an archive that was not opened. One that can be is opened by the code that accepts the file, and is then no
 * longer an archive.
 */
function notOpened(bytes: Uint8Array): { obstacle: Sentence; warnings: Sentence[] } {
  const zip = inspectZip(bytes);
  const reason = zip.outcome === 'opened' ? sentence('errors.analysis.zip_holds', { name: zip.name }) : zip.reason;
  return { obstacle: reason, warnings: [] };
}

/**
 * Checks whether codes of the file can be switched off. The surest proof is to do it: all of them are switched off in a
 * copy that is thrown away, with all checks of a real change, or one where not all can be off at once.
 */
function tryOut(analysis: Analysis): Trial {
  const reason = checkSwitchable(analysis);
  const { listing } = analysis;
  if (reason !== null || listing?.outcome !== 'found') return { obstacle: reason, warnings: [] };
  const codes = listing.rows.filter(({ state }) => state !== 'off').map(({ code }) => code);
  const [one] = codes;
  if (one === undefined) return { obstacle: sentence('errors.analysis.all_off'), warnings: [] };
  const all = tryToSwitchOff(analysis, codes);
  const isOneEnough = all.outcome === 'refused' && all.kind === 'unexplained' && codes.length > 1;
  const result = isOneEnough ? tryToSwitchOff(analysis, [one]) : all;
  if (result.outcome === 'done') {
    return {
      obstacle: null,
      warnings: [...result.warnings, ...(isOneEnough ? [ecuSentence('choose_fewer_codes')] : [])],
    };
  }
  const refused = { obstacle: result.reason, warnings: [] };
  if (result.kind !== 'checksum wrong before') return refused;
  const repaired = tryToSwitchOff(analysis, [one], { repairChecksums: true });
  if (repaired.outcome === 'refused') return refused;
  return { ...refused, repair: { checksums: namesOfWrong(listAllChecksums(analysis)), warnings: repaired.warnings } };
}

function checkSwitchable({ inspection, family, listing }: Analysis): Sentence | null {
  const { fileType, identification, form, hint } = inspection;
  if (fileType === 'memory of an unknown unit') return hint ?? sentence('errors.analysis.no_unit');
  if (fileType !== 'OK') return hint ?? sentence('errors.analysis.not_a_memory', { type: fileType });
  if (identification.outcome === 'ambiguous') {
    const makers = identification.candidates.map(({ maker, models }) => `${maker} ${models[0] ?? ''}`.trim());
    return sentence('errors.analysis.several_units', { ecus: makers.join(', ') });
  }
  if (family === null) return hint ?? sentence('errors.analysis.no_unit');
  if (form.toFile === null) return form.notWritten ?? ecuSentence('kind_not_written', { type: form.name });
  return checkListing(listing) ?? (family.dtcs?.switchOff ? null : ecuSentence('switching_not_known'));
}

function checkListing(listing: DtcListing | null): Sentence | null {
  if (listing === null) return ecuSentence('codes_not_listed');
  return listing.outcome === 'found' ? listing.notSwitchable : listing.reason;
}
