import type { Image, Window } from '../image.ts';

/** The pages of a file that hold something, and how much of the file is filling. */
export type Pages = { looked: Window[]; lengthBytes: number; filling: number };

const pageLength = 0x1000;
const blockLength = 0x100;
/** 256 KB spread over a dump of 2 MB give the same result as all of it: measured, no verdict changes. */
const maxPages = 64;

/** Erased flash is FF; Bosch's and Volvo's linkers fill with C3, AF and 44 (measured); the others are common. */
const fillings: readonly (number | undefined)[] = [0xff, 0xc3, 0xaf, 0x44, 0x55, 0x5a, 0xa5, 0xaa, 0xee];

/** Zeros do not count as filling here: every kind of file has blocks of them. */
export function findPages(image: Image): Pages {
  const { sizeBytes } = image;
  const pages: Window[] = [];
  let filled = 0;
  let blocks = 0;
  for (let pageAt = 0; pageAt < sizeBytes; pageAt += pageLength) {
    const end = Math.min(pageAt + pageLength, sizeBytes);
    let same = 0;
    let present = 0;
    for (let at = pageAt; at < end; at += blockLength) {
      present += 1;
      if (!isOneByte(image, at, Math.min(at + blockLength, sizeBytes))) continue;
      same += 1;
      if (fillings.includes(image.bytes[at])) filled += 1;
    }
    blocks += present;
    if (same < present) pages.push({ at: pageAt, end });
  }
  const looked = spread(pages);
  return {
    looked,
    lengthBytes: looked.reduce((sum, { at, end }) => sum + end - at, 0),
    filling: blocks === 0 ? 0 : filled / blocks,
  };
}

function spread(pages: Window[]): Window[] {
  if (pages.length <= maxPages) return pages;
  return Array.from({ length: maxPages }, (_, index) => pages[Math.floor((index * pages.length) / maxPages)] as Window);
}

function isOneByte(image: Image, at: number, end: number): boolean {
  const { bytes } = image;
  for (let next = at + 1; next < end; next += 1) if (bytes[next] !== bytes[at]) return false;
  return true;
}
