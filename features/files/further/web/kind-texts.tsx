import { textKey, type Label } from '../../../../web/languages/text.ts';
import type { FurtherKind } from '../further-files.calls.ts';

export const KIND_TEXTS: Record<FurtherKind, Label> = {
  ECU: textKey('further-files.kindEcu'),
  GEARBOX: textKey('further-files.kindGearbox'),
  ID_FILE: textKey('further-files.kindIdFile'),
  LOG: textKey('further-files.kindLog'),
  SCAN_REPORT: textKey('further-files.kindScanReport'),
  OTHER: textKey('further-files.kindOther'),
};
