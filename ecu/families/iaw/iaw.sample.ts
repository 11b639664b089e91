import { crossLines } from '../../data-lines.ts';
import type { TextKnobs } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export type IawKnobs = TextKnobs & { areBytesExchanged?: boolean };

export function iawSample({ areBytesExchanged = false, ...knobs }: IawKnobs = {}): Uint8Array {
  const bytes = textSample({
    texts: [[0x3D5D, '032906099P  MARELLI 1AV        2136']],
    ...knobs,
  });
  return areBytesExchanged ? crossLines(bytes, 'bytesExchanged') : bytes;
}
