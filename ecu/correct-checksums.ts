import type { Change, Checksum, Family } from './family.ts';
import { findOutside, listDifferences } from './differences.ts';
import { Image } from './image.ts';
import type { Window } from './image.ts';
import type { Reading } from './reading.ts';
import { hexOffset, sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';

/** Inner checksums change what outer ones cover, so correcting them can take a few rounds; more mean a fault. */
const correctionRounds = 6;

/** Applies the changes; returns false when a change does not find the bytes it expects. */
export function applyChanges(copy: Uint8Array, changes: readonly Change[]): boolean {
  for (const { at, before, after } of changes) {
    if (after.length !== before.length || at < 0 || at + before.length > copy.length) return false;
    if (!before.every((byte, index) => copy[at + index] === byte)) return false;
    copy.set(after, at);
  }
  return true;
}

/** Corrects every known checksum of the copy; returns null when one stays wrong. */
export function correctChecksums(copy: Uint8Array, family: Family, before: readonly Checksum[]): Change[] | null {
  const done: Change[] = [];
  if (family.checksums === null || !isJudged(before)) return done;
  for (let attempt = 0; attempt <= before.length * correctionRounds; attempt += 1) {
    // Computed again after each correction, which changes the data that enclosing checksums cover.
    const wrong = family.checksums(new Image(copy)).find(({ kind, state }) => kind === 'sum' && state === 'wrong');
    if (wrong === undefined) return done;
    const changes = wrong.correct?.() ?? [];
    if (changes.length === 0 || !applyChanges(copy, changes)) return null;
    done.push(...changes);
  }
  return null;
}

/** Where no sum is judged, none is corrected: some of them right would look as if all were. */
const isJudged = (checksums: readonly Checksum[]): boolean =>
  checksums.some(({ kind, state }) => kind === 'sum' && state !== 'unknown');

export type Repaired = { bytes: Uint8Array; changes: Change[] };

/**
 * Returns a copy in which every wrong checksum is corrected and nothing else is changed, or the reason why that is not
 * possible. A separate first step, so that a proof can distinguish faults of the file from changes made to it.
 */
export function repairChecksums({ image, family, checksums }: Reading): Repaired | Sentence {
  const copy = new Uint8Array(image.bytes);
  const changes = correctChecksums(copy, family, checksums);
  if (changes === null) return sentence('result_checksum_not_corrected');
  const outsideAt = findOutside(listDifferences(image.bytes, copy), cellsOf(checksums));
  return outsideAt === null
    ? { bytes: copy, changes }
    : sentence('result_byte_undeclared', { at: hexOffset(outsideAt) });
}

/** The bytes that a correction may write; a signature is never made. */
export const cellsOf = (checksums: readonly Checksum[]): Window[] =>
  checksums.flatMap(({ kind, cells }) => (kind === 'sum' ? cells : []));
