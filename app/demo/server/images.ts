import { crc32, deflateSync } from 'node:zlib';
import { Image } from '../../../ecu/image.ts';
import { analyse } from '../../../ecu/index.ts';
import { edc15Sample, edc16Sample, edc17Sample, me7Sample } from '../../../ecu/samples/index.ts';

export type Family = 'EDC15' | 'EDC16' | 'EDC17' | 'ME7';

const BUILD: Record<Family, () => Uint8Array> = {
  EDC15: () => edc15Sample(),
  EDC16: () => edc16Sample(),
  EDC17: () => edc17Sample(),
  ME7: () => me7Sample(),
};

/** Unused bytes in the images of all four families, where a number makes each file different from the next. */
const UNUSED_AT = 0x3f000;

/** Builds a memory image: it is recognised as its family, and no byte of it comes from a real control unit. */
export function originalImage(family: Family, serial: number): Uint8Array {
  const image = BUILD[family]();
  new DataView(image.buffer).setUint32(UNUSED_AT, serial);
  return withRightChecksums(image);
}

/** Builds the same image with a few values raised, as a tuner would. */
export function modifiedImage(family: Family, serial: number): Uint8Array {
  const image = originalImage(family, serial);
  for (let at = UNUSED_AT + 16; at < UNUSED_AT + 80; at += 1) image[at] = ((image[at] ?? 0) + 9) & 0xff;
  return withRightChecksums(image);
}

/** Correcting inner checksums changes what outer ones cover, so it takes a few rounds. */
const ROUNDS = 40;

/** Corrects every checksum that the library can, as a tuner leaves a file. */
function withRightChecksums(image: Uint8Array): Uint8Array {
  const { family } = analyse(image);
  for (let round = 0; round < ROUNDS; round += 1) {
    const wrong = family
      ?.checksums?.(new Image(image))
      .filter(({ kind, state }) => kind === 'sum' && state === 'wrong');
    const [change, ...others] =
      wrong?.flatMap(({ correct }) => [correct?.() ?? []]).find(({ length }) => length > 0) ?? [];
    if (change === undefined) return image;
    for (const { at, after } of [change, ...others]) image.set(after, at);
  }
  return image;
}

const WIDTH = 480;
const HEIGHT = 240;

/** The palette: paper, grid, one measured curve. */
const PALETTE = Buffer.from([0xfb, 0xfb, 0xf8, 0xd7, 0xdc, 0xe0, 0x0a, 0x65, 0x73]);
const [PAPER, GRID, CURVE] = [0, 1, 2] as const;

/** A picture that a customer would attach, as a real PNG: the plot of a logger from an engine pull. */
export function drawLogPicture(): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // 8 bits per pixel, each an index into the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', header),
    chunk('PLTE', PALETTE),
    chunk('IDAT', deflateSync(drawPicture())),
    chunk('IEND'),
  ];
  return new Uint8Array(Buffer.concat([signature, ...parts]));
}

/** A byte before every line marks it as unfiltered. */
function drawPicture(): Buffer {
  const lines = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) lines[y * (WIDTH + 1) + 1 + x] = colourAt(x, y);
  }
  return lines;
}

function colourAt(x: number, y: number): number {
  if (Math.abs(y - boostAt(x)) < 2.5) return CURVE;
  return x % 60 === 0 || y % 40 === 0 ? GRID : PAPER;
}

/** Boost over engine speed: it rises, holds and drops at the top. */
function boostAt(x: number): number {
  const speed = x / WIDTH;
  const rise = 1 / (1 + Math.exp(-18 * (speed - 0.28)));
  return HEIGHT * (0.86 - 0.68 * rise * (1 - 0.35 * Math.max(0, speed - 0.7))) + 4 * Math.sin(x / 7);
}

function chunk(type: string, content: Uint8Array = new Uint8Array()): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
