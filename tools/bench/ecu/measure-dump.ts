import { analyse } from '../../../ecu/analyse.ts';
import type { Analysis } from '../../../ecu/analyse.ts';
import type { Family } from '../../../ecu/family.ts';
import { Image } from '../../../ecu/image.ts';
import { loadDescriptions } from '../../../ecu/dtc/descriptions.ts';
import { whoDefines } from '../../../ecu/dtc/spelling.ts';
import { inspect } from '../../../ecu/index.ts';
import { findFailedRelation } from './failed-relation.ts';
import type { FailedRelation } from './failed-relation.ts';
import { contradicts, knownNumbers, readNumbers } from './known.ts';
import type { Dump, KnownNumbers } from './known.ts';
import { tryRoundTrips } from './round-trips.ts';
import type { RoundTrips } from './round-trips.ts';

export interface NumberCheck {
  name: string;
  value: string;
  /** `disputed`: the file's name has a different number, and no reader has one; names are sometimes wrong. */
  verdict: 'right' | 'wrong' | 'disputed';
  known: string[];
}

export interface TextCounts {
  rows: number;
  described: number;
  genericRows: number;
  genericDescribed: number;
}

export interface Measured {
  dump: Dump & { group: string };
  familyId: string | null;
  isElsewhere: boolean;
  /** How the file was read: `as it is`, or what was undone. */
  form: string;
  numbers: NumberCheck[];
  /** Numbers that another source names and that occur in the bytes as text, but are not reported. */
  emptyNumbers: string[];
  /** The step at which a dump failed whose codes cannot be switched off. */
  failed: FailedRelation | null;
  table: 'none' | 'list' | 'switchable';
  checksums: 'none' | 'ok' | 'wrong' | 'unknown';
  /** What percentage of the file its known sums cover; null: it has none. */
  percentCovered: number | null;
  roundTrips: RoundTrips;
  /** Number of codes in the table and of those from SAE J2012, and how many of each have a description. */
  texts: TextCounts;
  /** Processor time of the complete analysis, as in a portal; unlike elapsed time, it shows no other work of the machine. */
  ms: number;
  /** Processor time of gate and identification alone, and of the table of codes alone, on a fresh image. */
  inspectMs: number;
  tableMs: number;
}

export function measureDump(dump: Dump, bytes: Uint8Array): Measured {
  const startedAt = readProcessorMs();
  const analysis = analyse(bytes);
  const ms = readProcessorMs() - startedAt;
  const { family, listing } = analysis;
  const isFound = listing?.outcome === 'found';
  const isSwitchable = isFound && listing.notSwitchable === null && family?.dtcs?.switchOff != null;
  return {
    dump: { ...dump, group: /^(container|not-raw)/.test(dump.family) ? 'no dump' : 'dump' },
    familyId: family?.id ?? null,
    isElsewhere: family !== null && contradicts(dump, family.id),
    form: analysis.inspection.form.name,
    numbers: checkNumbers(analysis, dump),
    emptyNumbers: listEmptyNumbers(analysis, knownNumbers(dump)),
    failed: findFailedRelation(analysis),
    table: isSwitchable ? 'switchable' : isFound ? 'list' : 'none',
    checksums: checksumsOf(analysis),
    percentCovered: checksumsOf(analysis) === 'none' ? null : analysis.percentCovered,
    roundTrips: isSwitchable ? tryRoundTrips(analysis, dump.file) : { done: 0, refused: [], wrong: [] },
    texts: countTexts(analysis),
    ms,
    ...measureTimes(bytes, family),
  };
}

function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const describe = await loadDescriptions();

function countTexts({ family, listing, inspection: { identification } }: Analysis): TextCounts {
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  const facts = identification.outcome === 'recognised' ? identification.facts : {};
  const judged = rows.map(({ code, sharedWith }) => ({
    isGeneric: whoDefines(code) === 'SAE',
    isDescribed:
      describe(code, { vehicleManufacturer: facts.vehicleManufacturer?.value, family: family?.id, sharedWith }) !==
      null,
  }));
  const generic = judged.filter(({ isGeneric }) => isGeneric);
  const countDescribed = (list: typeof judged) => list.filter(({ isDescribed }) => isDescribed).length;
  return {
    rows: judged.length,
    described: countDescribed(judged),
    genericRows: generic.length,
    genericDescribed: countDescribed(generic),
  };
}

function measureTimes(bytes: Uint8Array, family: Family | null): { inspectMs: number; tableMs: number } {
  const startedAt = readProcessorMs();
  inspect(bytes);
  const inspectedAt = readProcessorMs();
  family?.dtcs?.list(new Image(bytes));
  return { inspectMs: inspectedAt - startedAt, tableMs: readProcessorMs() - inspectedAt };
}

function listEmptyNumbers({ image, inspection: { identification } }: Analysis, findKnown: KnownNumbers): string[] {
  const facts = identification.outcome === 'recognised' ? identification.facts : {};
  const bytes = Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.length);
  // Readers name the same text differently, or cut a part out of it (EDC3's record A0300593 as 0300593), so a number that
  // is reported under another name is not missing.
  const reported = Object.values(facts).flatMap((fact) => [fact, ...(fact.others ?? [])].map(({ value }) => value));
  const isReported = (known: string) => reported.some((value) => value.includes(known));
  return (['hardwareNumber', 'softwareNumber', 'partNumber'] as const)
    .filter((name) => facts[name] === undefined)
    .flatMap((name) => findKnown[name].filter((known) => !isReported(known) && bytes.includes(known)).slice(0, 1));
}

function checkNumbers({ inspection: { identification } }: Analysis, dump: Dump): NumberCheck[] {
  if (identification.outcome !== 'recognised') return [];
  const { facts } = identification;
  const [findKnown, readOf] = [knownNumbers(dump), readNumbers(dump)];
  return (['hardwareNumber', 'softwareNumber', 'partNumber'] as const).flatMap((name) => {
    const fact = facts[name];
    if (fact === undefined) return [];
    // A file may contain several numbers of one kind; its name is right if it has any of them.
    const values = [fact, ...(fact.others ?? [])].map(({ value }) => value);
    const ofThisKind = (one: string) => values.some((value) => isSameKind(plain(one), plain(value)));
    const known = findKnown[name].filter(ofThisKind);
    if (known.length === 0) return [];
    const isRight = known.some((one) => values.some((value) => agrees(plain(one), plain(value))));
    const denied = readOf[name].some(ofThisKind) ? 'wrong' : 'disputed';
    return [{ name, value: values.join(' '), verdict: isRight ? 'right' : denied, known }];
  });
}

const plain = (text: string) => text.replace(/[^0-9A-Z]/g, '');

/** Makers number the same program differently: Bosch's 1037… is unrelated to Volvo's 30… */
const KINDS = [
  /^02[68]1/,
  /^103[79]/,
  /^37805/,
  /^[0-9A-Z]{2}\d[0-9A-Z]{2}$/,
  /^DJ..SE/,
  /^[0-9][0-9A-Z]{2}9\d{5}[A-Z]{0,2}$/,
];
const isSameKind = (one: string, other: string) => KINDS.some((kind) => kind.test(one) && kind.test(other));

/** One of the readers treats a software number and the dataset after it as a single number. */
const agrees = (known: string, value: string) =>
  known === value || (/^10\d{8}./.test(known) && known.startsWith(value));

function checksumsOf({ checksums }: Analysis): Measured['checksums'] {
  const sums = checksums?.filter(({ kind }) => kind === 'sum') ?? [];
  if (sums.length === 0) return 'none';
  if (sums.some(({ state }) => state === 'wrong')) return 'wrong';
  return sums.some(({ state }) => state === 'unknown') ? 'unknown' : 'ok';
}
