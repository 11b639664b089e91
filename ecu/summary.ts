import { analyse } from './analyse.ts';
import type { Analysis } from './analyse.ts';
import { listAllChecksums } from './copies.ts';
import { FACT_NAMES, type FactName } from './fact-names.ts';
import type { Checksum, ChecksumState, DtcRow, DtcState, Evidence, Fact, FactPlace, Strength } from './family.ts';
import type { FileType } from './gate.ts';
import { findOffPaths } from './off-paths.ts';
import type { Sentence } from './sentence.ts';

export type SummarisedFact = {
  name: FactName;
  value: string;
  at: number;
  strength: Strength;
  place: FactPlace | null;
};

/** `at`: where its value is stored; null: it has no cell of its own. */
export type SummarisedChecksum = { name: string; kind: 'sum' | 'signature'; state: ChecksumState; at: number | null };

/**
 * What a file is and what it states, as plain values without its bytes, so that a worker can send it and it can be
 * stored. Offsets refer to the file in the form it was read in. It contains only what was actually examined.
 */
export type Summary = {
  /** OK, or what the file looks like instead. */
  fileType: FileType;
  form: string;
  sizeBytes: number;
  /** What the user should know about the file besides its type. */
  hint: Sentence | null;
  outcome: 'recognised' | 'ambiguous' | 'unknown';
  /** null: not recognised. */
  family: { id: string; maker: string; models: readonly string[]; evidence: readonly Evidence[] } | null;
  /** The control units with equally strong evidence; empty unless ambiguous. */
  candidates: string[];
  /** If a fact has several values, the most useful one comes first. */
  facts: SummarisedFact[];
  /** null: not recognised, or no checksum of the family is known. */
  checksums: SummarisedChecksum[] | null;
  /** What percentage of the file the known sums cover; null: not recognised. */
  percentCovered: number | null;
  /** Names the program and the data memory, where the file holds both; null: it does not. */
  parts: Sentence | null;
  /** What makes it doubtful that the file is a whole and sound read. */
  readWarnings: Sentence[];
  /** null: not looked for. */
  dtcs: SummarisedDtcs | null;
};

export type SummarisedDtc = Pick<DtcRow, 'code' | 'number' | 'sharedWith' | 'paths'> & {
  state: DtcState;
  /** Where its first entry is stored. */
  at: number | null;
  /** As the maker writes it; null: the same as the code. */
  makerNumber: string | null;
  /** Those of its paths that are already off. */
  offPaths: number[];
};

export type SummarisedDtcs =
  | {
      outcome: 'found';
      tableAt: number;
      confirmedBy: readonly string[];
      /** null: codes can be switched off. */
      notSwitchable: Sentence | null;
      rows: SummarisedDtc[];
    }
  | { outcome: 'not found'; reason: Sentence };

export const summarise = (bytes: Uint8Array): Summary => summariseAnalysis(analyse(bytes));

export function summariseAnalysis(analysis: Analysis): Summary {
  const { inspection, checksums } = analysis;
  const { identification, fileType, form, sizeBytes, hint } = inspection;
  return {
    fileType,
    form: form.name,
    sizeBytes,
    hint,
    outcome: identification.outcome,
    family: familyOf(analysis),
    candidates: identification.outcome === 'ambiguous' ? identification.candidates.map(nameOf) : [],
    facts: factsOf(analysis),
    checksums: checksums === null ? null : listAllChecksums(analysis).map(summarisedChecksum),
    percentCovered: analysis.percentCovered,
    parts: analysis.parts,
    readWarnings: analysis.readWarnings,
    dtcs: dtcsOf(analysis),
  };
}

const summarisedChecksum = ({ name, kind, state, cells }: Checksum): SummarisedChecksum => ({
  name,
  kind,
  state,
  at: cells[0]?.at ?? null,
});

const nameOf = ({ maker, models }: { maker: string; models: readonly string[] }): string =>
  `${maker} ${models.join(', ')}`;

function familyOf({ inspection: { identification }, family }: Analysis): Summary['family'] {
  if (identification.outcome !== 'recognised' || family === null) return null;
  const { id, maker, models } = family;
  return { id, maker, models, evidence: identification.family.evidence };
}

function factsOf({ inspection: { identification } }: Analysis): SummarisedFact[] {
  if (identification.outcome !== 'recognised') return [];
  const { facts } = identification;
  return FACT_NAMES.flatMap((name) => {
    const fact = facts[name];
    return fact === undefined ? [] : [fact, ...(fact.others ?? [])].map((one) => summarisedFact(name, one));
  });
}

const summarisedFact = (name: FactName, { value, at, strength, place }: Fact): SummarisedFact => ({
  name,
  value,
  at,
  strength,
  place: place ?? null,
});

function dtcsOf({ listing, family, image }: Analysis): SummarisedDtcs | null {
  if (listing?.outcome !== 'found') return listing;
  const { tableAt, confirmedBy, notSwitchable, rows } = listing;
  const offPaths: ReadonlySet<number> = family?.dtcs ? findOffPaths(image, family.dtcs, rows) : new Set();
  return {
    outcome: 'found',
    tableAt,
    confirmedBy,
    notSwitchable,
    rows: rows.map(({ code, number, makerNumber = null, state, sharedWith, paths, entriesAt }) => ({
      code,
      number,
      makerNumber,
      state,
      sharedWith,
      paths,
      offPaths: paths.filter((path) => offPaths.has(path)),
      at: entriesAt[0] ?? null,
    })),
  };
}
