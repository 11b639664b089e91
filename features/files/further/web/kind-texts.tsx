import { textKey, type Label } from '../../../../web/languages/text.ts';
import type { FurtherKind } from '../further-files.calls.ts';

export const KIND_TEXTS: Record<FurtherKind, Label> = {
  ECU: textKey('files.further.kindEcu'),
  GEARBOX: textKey('files.further.kindGearbox'),
  ID_FILE: textKey('files.further.kindIdFile'),
  LOG: textKey('files.further.kindLog'),
  SCAN_REPORT: textKey('files.further.kindScanReport'),
  OTHER: textKey('files.further.kindOther'),
};
