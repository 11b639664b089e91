import { t } from '../../../web/text.ts';

/** "0x04F2A0". */
const offsetText = (at: number): string => `0x${at.toString(16).toUpperCase().padStart(6, '0')}`;

type OffsetProps = {
  at: number;
  /** The value is not written there; it follows from what is. */
  isImplied?: boolean;
};

/** Where in the file something stands. */
export function Offset({ at, isImplied = false }: OffsetProps) {
  const values = { at: offsetText(at) };
  return isImplied ? t('identification.followsFromOffset', values) : t('identification.atOffset', values);
}
