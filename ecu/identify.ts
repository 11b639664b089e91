import { families } from './families.ts';
import type { Evidence, Facts, Family } from './family.ts';
import type { Image } from './image.ts';

export type Candidate = {
  familyId: string;
  maker: string;
  models: readonly string[];
  points: number;
  evidence: Evidence[];
};

export type Identification =
  | { outcome: 'recognised'; family: Candidate; facts: Facts }
  | { outcome: 'ambiguous'; candidates: Candidate[] }
  | { outcome: 'unknown' };

/** Fewer points are only a hint, and a hint is not enough to name a family. */
export const enoughPoints = 50;

export function identify(image: Image, among: readonly Family[] = families): Identification {
  const likely = among
    .map((family) => ({ family, candidate: scoreCandidate(family, image) }))
    .filter(({ candidate }) => candidate.points >= enoughPoints);
  const mostPoints = Math.max(0, ...likely.map(({ candidate }) => candidate.points));
  const strongest = likely.filter(({ candidate }) => candidate.points === mostPoints);
  const [winner, rival] = strongest;
  if (winner === undefined) return { outcome: 'unknown' };
  if (rival !== undefined) {
    return { outcome: 'ambiguous', candidates: strongest.map(({ candidate }) => candidate) };
  }
  return { outcome: 'recognised', family: winner.candidate, facts: winner.family.describe(image) };
}

/** Weighs the evidence for a family in an image. */
export function scoreCandidate(family: Family, image: Image): Candidate {
  const evidence = family.recognise(image);
  const points = evidence.reduce((sum, reason) => sum + reason.points, 0);
  return { familyId: family.id, maker: family.maker, models: family.models, points, evidence };
}
