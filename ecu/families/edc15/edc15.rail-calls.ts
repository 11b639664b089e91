import type { Image } from '../../image.ts';
import { layout } from './edc15.layout.ts';

/**
 * How the program reports a fault: it loads the fault path with the kind of fault (a byte with one bit cleared), loads
 * the address of the time limit from the calibration's list of addresses, and calls one routine.
 */
export type Report = { path: number; kind: number; field: number };

/** `fieldsByPath`: offsets of the addresses of a path's time limits, from the start of the calibration. */
export type Reports = { calls: number; fieldsByPath: ReadonlyMap<number, readonly number[]> };

type Call = Report & { routine: number };

const { callsNeeded } = layout.railPaths;

/** mov r2, #constant · mov r1, memory · mov r4, memory · calls · jmps */
const loadKind = [0xe6, 0xf2] as const;
const loadLimit = [0xf2, 0xf1] as const;
const loadBeside = [0xf2, 0xf4] as const;
const call = 0xda;
const jump = 0xfa;
const instructionLength = 4;

/** Returns null unless every call of the routine is understood, and each kind of fault of a path has its own limit. */
export function findReports(image: Image): Reports | null {
  const { bytes } = image;
  const uses = new Map<number, number>();
  const callsByRoutine = new Map<number, Call[]>();
  for (let at = 3 * instructionLength; at + instructionLength <= bytes.length; at += 2) {
    if (bytes[at] !== call && bytes[at] !== jump) continue;
    const routine = routineAt(bytes, at);
    uses.set(routine, (uses.get(routine) ?? 0) + 1);
    const report = bytes[at] === call ? readReport(bytes, at) : null;
    if (report === null) continue;
    const calls = callsByRoutine.get(routine) ?? [];
    callsByRoutine.set(routine, calls);
    calls.push({ ...report, routine });
  }
  const [calls = []] = [...callsByRoutine.values()].toSorted((one, other) => other.length - one.length);
  const routine = calls[0]?.routine ?? 0;
  return calls.length < callsNeeded || uses.get(routine) !== calls.length ? null : collectFields(calls);
}

function routineAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at + 1] as number) << 16) | wordAt(bytes, at + 2);
}

/** Reads the two loads before a call, in either order; some programs load one more value after them. */
function readReport(bytes: Uint8Array, callAt: number): Report | null {
  const last = callAt - instructionLength;
  const end = isAt(bytes, last, loadBeside) ? last : callAt;
  const [first, second] = [end - 2 * instructionLength, end - instructionLength];
  const isKindFirst = isAt(bytes, first, loadKind) && isAt(bytes, second, loadLimit);
  if (!isKindFirst && !(isAt(bytes, first, loadLimit) && isAt(bytes, second, loadKind))) return null;
  const [kindAt, limitAt] = isKindFirst ? [first, second] : [second, first];
  const kind = (bytes[kindAt + 2] as number) ^ 0xff;
  if (kind === 0 || (kind & (kind - 1)) !== 0) return null;
  return { path: bytes[kindAt + 3] as number, kind, field: wordAt(bytes, limitAt + 2) };
}

function collectFields(calls: readonly Call[]): Reports | null {
  const fieldByKey = new Map<number, number>();
  const keyByField = new Map<number, number>();
  for (const { path, kind, field } of calls) {
    const key = (path << 8) | kind;
    if ((fieldByKey.get(key) ?? field) !== field || (keyByField.get(field) ?? key) !== key) return null;
    fieldByKey.set(key, field);
    keyByField.set(field, key);
  }
  const fieldsByPath = Map.groupBy(fieldByKey, ([key]) => key >> 8);
  return {
    calls: calls.length,
    fieldsByPath: new Map([...fieldsByPath].map(([path, pairs]) => [path, pairs.map(([, field]) => field)])),
  };
}

const isAt = (bytes: Uint8Array, at: number, [first, second]: readonly [number, number]) =>
  bytes[at] === first && bytes[at + 1] === second;

/** Reads a word of the processor, low byte first. */
export const wordAt = (bytes: Uint8Array, at: number) => (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
