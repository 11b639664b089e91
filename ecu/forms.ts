import { asStored, otherOrders } from './forms/orders.ts';
import type { Order, OrderName } from './forms/orders.ts';
import { findCopies, listParts, listPrefixes } from './forms/windows.ts';
import type { Parts, Prefix } from './forms/windows.ts';
import type { Wrapping } from './forms/wrapping.ts';
import type { Window } from './image.ts';
import type { Sentence } from './sentence.ts';

type Layer = Wrapping['type'] | 'doubled' | Prefix['rest'] | 'with data memory' | OrderName;

/** A further copy of the memory; `at` is its offset in the file, or in the bytes that the file's text holds. */
export type Copy = { at: number; bytes: Uint8Array };

/**
 * One way to read a file: what it wraps, which stretches of that are the memory, and in which order their bytes
 * are stored. The file itself is never changed.
 */
export type Form = {
  /** "as it is", or what was undone to read the file, the outermost first: "doubled, byte-swapped". */
  name: string;
  /** What families look at: the first copy of the memory. */
  bytes: Uint8Array;
  /** The other copies of the memory, read like the first; they may differ from it in a few bytes. */
  copies: readonly Copy[];
  /** The bytes of the file, or what it wraps. */
  memory: Uint8Array;
  /** All of the memory: the first copy, the others, and then what lies between and beside them. */
  whole: () => Uint8Array;
  /** Puts changed images, one for each copy, back into the memory. */
  toMemory: (images: readonly Uint8Array[]) => Uint8Array;
  /** The same into the file's own form. null: it is not offered for this file. */
  toFile: ((images: readonly Uint8Array[]) => Uint8Array) | null;
  /** Why `toFile` is null. */
  notWritten?: Sentence;
  /** The same without the padding or the tail behind each copy, if it ends with what could be one. */
  shortened: () => Form[];
  /** Where the program and the data memory of the first copy are; null: the form has no data memory. */
  parts: Parts | null;
  /** Every way to divide what was read into a program and a data memory; that of the form itself is among them. */
  divided: () => Form[];
};

/** A file as bytes: itself, or what a text of records or an update file holds. */
export type Source = {
  file: Uint8Array;
  wrapping: Wrapping | null;
  /** Whether a program of so many bytes can be read. */
  isProgramSize: (sizeBytes: number) => boolean;
};

/** Each form that is tried costs one more identification, so byte orders are tried in no more shapes than this. */
const maxShapesReordered = 4;

/** Where the copies of the memory lie, and what that leaves out. */
type Shape = { layers: readonly Layer[]; windows: readonly Window[]; divided?: { from: Shape; parts: Parts } };

/** Lists the ways to read a file, the likeliest first; a way that is not asked for costs nothing. */
export function* listForms(source: Source): Generator<Form> {
  const memory = source.wrapping?.bytes ?? source.file;
  const whole: Shape = { layers: [], windows: [{ at: 0, end: memory.length }] };
  const repeated = findCopies(memory).map((windows): Shape => ({ layers: ['doubled'], windows }));
  // Repeated content has to be changed in every copy, so it is looked for before the file is read as it is.
  const outer = [...repeated, whole];
  for (const shape of outer) yield createForm(source, memory, shape, asStored);
  const divided = outer.map((shape) => dividedShapes(source, memory, shape));
  const shortened = outer.map((shape) => shortenedShapes(memory, shape));
  for (const shape of outer.flatMap((_, at) => [...(divided[at] ?? []), ...(shortened[at] ?? [])])) {
    yield createForm(source, memory, shape, asStored);
  }
  const reordered = [[...outer, ...shortened.flat()], divided.flat()].flatMap((shapes) =>
    shapes.slice(0, maxShapesReordered),
  );
  for (const shape of reordered) {
    const [first] = shape.windows as [Window];
    for (const order of otherOrders(memory.subarray(first.at, first.end))) {
      yield createForm(source, memory, shape, order);
    }
  }
}

/** The form in which nothing is undone. */
export const asItIs = (file: Uint8Array): Form =>
  createForm(
    { file, wrapping: null, isProgramSize: () => false },
    file,
    { layers: [], windows: [{ at: 0, end: file.length }] },
    asStored,
  );

/** The same copies without the padding or the tail behind each. */
function shortenedShapes(memory: Uint8Array, { layers, windows }: Shape): Shape[] {
  return listPrefixes(memory, windows[0] as Window).map(({ length, rest }) => ({
    layers: [...layers, rest],
    windows: windows.map(({ at }) => ({ at, end: at + length })),
  }));
}

/** The same copies without the data memory behind or in front of each; where a program is stored twice, its copies. */
function dividedShapes({ isProgramSize }: Source, memory: Uint8Array, shape: Shape): Shape[] {
  const { layers, windows } = shape;
  const [first] = windows as [Window];
  return listParts(memory, first, isProgramSize).map((parts): Shape => {
    const { at, end } = parts.program;
    const [copies = [{ at: 0, end: end - at }]] = findCopies(memory.subarray(at, end));
    return {
      layers: [...layers, 'with data memory', ...(copies.length > 1 ? ['doubled' as const] : [])],
      windows: windows.flatMap((window) =>
        copies.map((copy) => ({
          at: window.at + at - first.at + copy.at,
          end: window.at + at - first.at + copy.end,
        })),
      ),
      divided: { from: shape, parts },
    };
  });
}

function createForm(source: Source, memory: Uint8Array, shape: Shape, order: Order): Form {
  const { wrapping } = source;
  const { layers, windows } = shape;
  const names = [
    ...(wrapping === null ? [] : [wrapping.type]),
    ...layers,
    ...(order.name === null ? [] : [order.name]),
  ];
  const [first, ...copies] = windows.map(({ at, end }) => ({ at, bytes: order.read(memory.subarray(at, end)) })) as [
    Copy,
    ...Copy[],
  ];
  const toMemory: Form['toMemory'] = (images) => {
    const changed = new Uint8Array(memory);
    windows.forEach(({ at }, index) => changed.set(order.write(images[index] as Uint8Array), at));
    return changed;
  };
  const notWritten = wrapping?.notWritten ?? null;
  const toFile: Form['toFile'] = wrapping === null ? toMemory : (images) => wrapping.write(toMemory(images));
  return {
    name: names.length === 0 ? 'as it is' : names.join(', '),
    bytes: first.bytes,
    copies,
    memory,
    whole: () => join([...[first, ...copies].map(({ bytes }) => bytes), ...listBeside(memory, windows)]),
    toMemory,
    shortened: () => shortenedShapes(memory, shape).map((shorter) => createForm(source, memory, shorter, order)),
    parts: shape.divided?.parts ?? null,
    divided: () =>
      dividedShapes(source, memory, shape.divided?.from ?? shape).map((part) =>
        createForm(source, memory, part, order),
      ),
    ...(notWritten === null ? { toFile } : { toFile: null, notWritten }),
  };
}

/** The stretches of a memory that are in none of the windows, which lie one behind the other. */
function listBeside(memory: Uint8Array, windows: readonly Window[]): Uint8Array[] {
  const ends = [0, ...windows.map(({ end }) => end)];
  const starts = [...windows.map(({ at }) => at), memory.length];
  return starts.map((at, index) => memory.subarray(ends[index], at)).filter(({ length }) => length > 0);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
