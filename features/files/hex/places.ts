import { analyse } from '../../../ecu/analyse.ts';
import type { Analysis } from '../../../ecu/analyse.ts';
import { readingOf } from '../../../ecu/reading.ts';
import type { Reading } from '../../../ecu/reading.ts';

/** `trouble codes`: a cell of the table of codes. `checksum`: a value that follows from the rest. */
export type PlaceKind = 'trouble codes' | 'checksum' | 'other';

/** A run of bytes that differ, all for the same reason. */
export type Place = {
  at: number;
  /** Offset of the first byte after the place. */
  end: number;
  kind: PlaceKind;
  /** The trouble codes that these bytes switch, or the name of the checksum. */
  names: string[];
};

export type Changes = {
  /**
   * Both files, converted to the form in which the control unit was found; all offsets refer to this form. The other
   * copies of the memory, and what lies beside it, follow behind it.
   */
  before: Uint8Array;
  after: Uint8Array;
  bytesChanged: number;
  places: Place[];
  /** Where the table of codes is, for the map; null if unknown. */
  table: { at: number; end: number } | null;
};

type Reason = { kind: PlaceKind; names: string[] };

const unexplained: Reason = { kind: 'other', names: [] };

/** Finds what differs between a file and its modified version, and which of the chosen codes each byte belongs to. */
export function findChanges(original: Uint8Array, modified: Uint8Array, codes: readonly string[]): Changes {
  const analysis = analyse(original);
  const before = analysis.inspection.form.whole();
  const after = analyse(modified).inspection.form.whole();
  const places = listPlaces(before, after, reasonsIn(analysis, codes));
  return {
    before,
    after,
    bytesChanged: places.reduce((sum, { at, end }) => sum + end - at, 0),
    places,
    table: tableIn(analysis),
  };
}

/** Maps each byte that may change to its reason, in every copy of the memory. */
function reasonsIn(analysis: Analysis, codes: readonly string[]): Map<number, Reason> {
  const first = readingOf(analysis);
  const readings = first === null ? [] : [first, ...analysis.copies.map(({ reading }) => reading)];
  // Copies that are equal share one image.
  const byImage = new Map(readings.map((reading) => [reading.image, reading]));
  const reasonsByImage = new Map([...byImage].map(([image, reading]) => [image, reasonsInCopy(reading, codes)]));
  return new Map(
    readings.flatMap(({ image }, copy) =>
      [...(reasonsByImage.get(image) ?? [])].map(([byte, reason]) => [byte + copy * image.sizeBytes, reason] as const),
    ),
  );
}

/** Read from the file itself, so that it need not trust what was sent. */
function reasonsInCopy({ image, family, listing, checksums }: Reading, codes: readonly string[]): Map<number, Reason> {
  const reasons = new Map<number, Reason>();
  for (const { name, cells } of checksums) {
    const reason: Reason = { kind: 'checksum', names: [name] };
    for (const { at, end } of cells) for (let byte = at; byte < end; byte += 1) reasons.set(byte, reason);
  }
  const rows = listing.outcome === 'found' && listing.notSwitchable === null ? listing.rows : [];
  const switchable = new Set(rows.filter(({ state }) => state === 'on' || state === 'partial').map(({ code }) => code));
  for (const code of codes.filter((one) => switchable.has(one))) {
    for (const { at, after } of family.dtcs?.switchOff?.(image, [code]) ?? []) {
      for (let byte = at; byte < at + after.length; byte += 1) {
        const known = reasons.get(byte);
        const names = known?.kind === 'trouble codes' ? [...known.names, code] : [code];
        reasons.set(byte, { kind: 'trouble codes', names });
      }
    }
  }
  return reasons;
}

function listPlaces(before: Uint8Array, after: Uint8Array, reasons: ReadonlyMap<number, Reason>): Place[] {
  const places: Place[] = [];
  const length = Math.max(before.length, after.length);
  for (let at = 0; at < length; at += 1) {
    if (before[at] === after[at]) continue;
    const { kind, names } = reasons.get(at) ?? unexplained;
    const last = places.at(-1);
    if (last?.end === at && last.kind === kind && last.names.join() === names.join()) last.end = at + 1;
    else places.push({ at, end: at + 1, kind, names });
  }
  return places;
}

function tableIn({ listing }: Analysis): Changes['table'] {
  if (listing?.outcome !== 'found') return null;
  const entries = listing.rows.flatMap(({ entriesAt }) => entriesAt);
  const at = entries.reduce((least, entry) => Math.min(least, entry), listing.tableAt);
  const end = entries.reduce((most, entry) => Math.max(most, entry), listing.tableAt);
  return { at, end: end + 1 };
}
