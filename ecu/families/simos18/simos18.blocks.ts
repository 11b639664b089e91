import { crc32Forward } from '../../checksums/crc32.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './simos18.layout.ts';

/** A block with a header that names areas of it and their CRC. */
export type SimosBlock = { at: number; crcAt: number; areas: Window[]; isRight: boolean };

/** A forged file may claim any number of areas. Real ones are covered once. */
const coverageLimit = 2;

/** For `image.recall`. Blocks whose CRC is wrong are listed too: their headers make sense. */
export function listSimosBlocks(image: Image): SimosBlock[] {
  const blocks: SimosBlock[] = [];
  let left = image.sizeBytes * coverageLimit;
  for (let at = 0; at < image.sizeBytes; at += layout.blockStep) {
    for (const headerField of layout.headerFields) {
      const areas = areasOf(image, at, at + headerField);
      if (areas === null) continue;
      left -= areas.reduce((sum, area) => sum + area.end - area.at, 0);
      if (left < 0) return blocks;
      const crcAt = at + headerField + layout.crcField;
      blocks.push({ at, crcAt, areas, isRight: crcOf(image, areas) === image.u32le(crcAt) });
      break;
    }
  }
  return blocks;
}

/** One register runs through all areas. */
export function crcOf(image: Image, areas: readonly Window[]): number {
  return areas.reduce((register, area) => crc32Forward(image, area, register), 0);
}

function areasOf(image: Image, blockAt: number, headerAt: number): Window[] | null {
  const count = image.u8(headerAt + layout.areaCountField) ?? 0;
  const firstAddress = image.u32le(headerAt + layout.areasField);
  if (count === 0 || count > layout.areasAtMost || firstAddress === null || !isFlash(firstAddress)) return null;
  const baseAddress = firstAddress - (firstAddress % layout.blockStep);
  const areas: Window[] = [];
  let freeAt = blockAt;
  for (let index = 0; index < count; index += 1) {
    const pairAt = headerAt + layout.areasField + index * layout.areaLength;
    const at = blockAt + (image.u32le(pairAt) ?? 0) - baseAddress;
    const end = blockAt + (image.u32le(pairAt + 4) ?? 0) + 1 - baseAddress;
    if (at < freeAt || end <= at || end > Math.min(image.sizeBytes, blockAt + layout.blockLengthAtMost)) return null;
    areas.push({ at, end });
    freeAt = end;
  }
  const covered = areas.reduce((sum, area) => sum + area.end - area.at, 0);
  const coversCrc = areas.some(({ at, end }) => at < headerAt + 8 && end > headerAt + layout.crcField);
  return covered >= layout.coveredAtLeast && !coversCrc ? areas : null;
}

/** 0x80…: through the cache; 0xA0…: past it. 16 MB at most. */
function isFlash(address: number): boolean {
  return address >>> 24 === 0x80 || address >>> 24 === 0xA0;
}
