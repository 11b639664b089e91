import { enoughPoints, families, inspect, scoreCandidate } from '../../../../ecu/index.ts';
import type { Evidence } from '../../../../ecu/index.ts';
import { sentence } from '../../../../contract/refusal.ts';
import type { Sentence } from '../../../../contract/texts.ts';
import { analyseFile, type FileAnalysis } from './analyse-file.ts';

/** A file read as one of the chosen families; plain values, without its bytes. */
export interface ReadAs {
  /** Whether enough evidence in the file supports one of them. */
  fits: boolean;
  points: number;
  /** The evidence for it, even when it is not enough. */
  evidence: Evidence[];
  analysis: FileAnalysis;
}

/** Analyses a file again as if only the chosen families existed. What they require of a file is not relaxed. */
export function readAs({ bytes, familyIds }: { bytes: Uint8Array; familyIds: readonly string[] }): ReadAs {
  const analysis = analyseFile({ bytes, familyIds });
  const { family, fileType } = analysis;
  if (family !== null) return { fits: true, points: family.points, evidence: family.evidence, analysis };
  const { image } = inspect(bytes);
  const [best] = families
    .filter(({ id }) => familyIds.includes(id))
    .map((one) => scoreCandidate(one, image))
    .sort((one, other) => other.points - one.points);
  const { points = 0, evidence = [] } = best ?? {};
  const obstacle = fileType === 'OK' && points < enoughPoints ? missingEvidence(points) : analysis.obstacle;
  // Codes that were found without knowing the table are not codes of the chosen control unit.
  return { fits: false, points, evidence, analysis: { ...analysis, rows: [], obstacle } };
}

const missingEvidence = (points: number): Sentence =>
  points === 0
    ? sentence('errors.analysis.nothing_for_chosen')
    : sentence('errors.analysis.little_for_chosen', { points, enough: enoughPoints });
