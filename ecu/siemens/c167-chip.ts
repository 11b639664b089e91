import type { Wiring } from '../data-lines.ts';
import { straighten } from '../data-lines.ts';
import { Image } from '../image.ts';

/**
 * A C167 starts with a table of far jumps, FA 00. A chip that was read on its own may give the first of them as one of
 * these words, which name the wiring of its board. Measured on Simos and SID 801, whose texts are readable both ways.
 */
const firstWords: readonly { word: number; wiring: Wiring }[] = [
  { word: 0xC0F0, wiring: 'lowThenHigh' },
  { word: 0xF030, wiring: 'lowThenHighTurned' },
  { word: 0x00FA, wiring: 'bytesExchanged' },
];
const farJump = 0xFA;
const jumpLength = 4;
const jumpsLooked = 4;
/** No chip of these boards is larger. */
const mostBytes = 0x100000;

/** The image as the processor sees it, or as it is where nothing says that its lines are crossed. */
export function seenByC167(image: Image): Image {
  return image.recall(straightened);
}

function straightened(image: Image): Image {
  const crossed = firstWords.find(({ word }) => image.u16be(0) === word);
  if (crossed === undefined || image.sizeBytes > mostBytes) return image;
  const head = new Image(image.bytes.subarray(0, jumpsLooked * jumpLength));
  const straightHead = straighten(head, crossed.wiring);
  for (let jump = 0; jump < jumpsLooked; jump += 1) {
    if (straightHead.u8(jump * jumpLength) !== farJump) return image;
  }
  return straighten(image, crossed.wiring);
}
