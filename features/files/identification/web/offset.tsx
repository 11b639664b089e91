import { t } from '../../../../web/languages/text.ts';

/** Formats an offset, e.g. "0x04F2A0". */
const offsetText = (at: number): string => `0x${at.toString(16).toUpperCase().padStart(6, '0')}`;

type OffsetProps = {
  at: number;
  /** The value is not written at this offset but follows from what is. */
  isImplied?: boolean;
};

/** The offset of something in the file. */
export function Offset({ at, isImplied = false }: OffsetProps) {
  const values = { at: offsetText(at) };
  return (
    <>{isImplied ? t('files.identification.followsFromOffset', values) : t('files.identification.atOffset', values)}</>
  );
}
