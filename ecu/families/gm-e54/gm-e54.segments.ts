import type { Image, Window } from '../../image.ts';
import { layout } from './gm-e54.layout.ts';

export type Segment = Window & { name: string; sumAt: number };

export function segmentsOf(image: Image): Segment[] {
  return image.memo(readSegments);
}

function readSegments(image: Image): Segment[] {
  if (image.sizeBytes !== layout.sizeBytes) return [];
  const segments = layout.names.map((name, index): Segment => {
    const at = image.u32be(layout.pairsAt + index * layout.pairLength) ?? 0;
    const last = image.u32be(layout.pairsAt + index * layout.pairLength + 4) ?? 0;
    return { at, end: last + 1, name, sumAt: at };
  });
  const [system, ...calibrations] = segments;
  if (system === undefined || system.at !== layout.system.at || system.end !== layout.system.end) return [];
  let at: number = layout.firstCalibrationAt;
  for (const segment of calibrations) {
    if (segment.at !== at || segment.end <= at || segment.end > system.at || segment.end % 2 !== 0) return [];
    at = segment.end;
  }
  return segments;
}
