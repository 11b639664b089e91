import type { Analysis } from '../../../ecu/analyse.ts';
import { families } from '../../../ecu/families.ts';
import { enoughPoints, scoreCandidate } from '../../../ecu/identify.ts';

/** The step at which a dump failed, and the relation in its bytes that was missing for it. */
export interface FailedRelation {
  step: 'recognition' | 'table' | 'switching';
  relation: string;
}

/** Returns where a dump failed; null if its codes can be switched off. */
export function findFailedRelation(analysis: Analysis): FailedRelation | null {
  const { family, ownListing: listing } = analysis;
  if (family === null) return { step: 'recognition', relation: notRecognisedBy(analysis) };
  if (family.dtcs === null || listing === null) return { step: 'table', relation: `no table of ${family.id} is known` };
  // The family's own table: the analysis may have found codes in another way.
  if (listing.outcome === 'not found') return { step: 'table', relation: listing.reason.message };
  if (listing.notSwitchable !== null) return { step: 'switching', relation: listing.notSwitchable.message };
  return family.dtcs.switchOff === null ? { step: 'switching', relation: `${family.id} can only be listed` } : null;
}

function notRecognisedBy({ inspection: { identification, fileType, hint }, image }: Analysis): string {
  if (identification.outcome === 'ambiguous') {
    return `as strong: ${identification.candidates.map(({ familyId }) => familyId).join(', ')}`;
  }
  if (hint !== null) return hint.message;
  if (fileType !== 'OK') return `taken for: ${fileType}`;
  const [nearest] = families
    .map((family) => scoreCandidate(family, image))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points);
  if (nearest === undefined) return 'no mark of any family';
  const reasons = nearest.evidence.map(({ reason }) => reason).join('; ');
  return `${nearest.familyId} has ${nearest.points} of ${enoughPoints} points (${reasons})`;
}

/** Lists the relations that most dumps failed at, each with the number of dumps. */
export function countRelations(failed: readonly FailedRelation[]): string[] {
  const groups = Map.groupBy(failed, ({ step, relation }) => `${step}: ${relation}`);
  return [...groups]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([relation, dumps]) => `${String(dumps.length).padStart(4)}  ${relation}`);
}
