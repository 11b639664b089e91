/** Names of the same make, by key. The Volkswagen group is shown as the make it is named after. */
const ALIASES: Readonly<Record<string, string>> = {
  VW: 'VOLKSWAGEN',
  VAG: 'VOLKSWAGEN',
  VWAG: 'VOLKSWAGEN',
  VOLKSWAGENGROUP: 'VOLKSWAGEN',
  MB: 'MERCEDESBENZ',
  MERCEDES: 'MERCEDESBENZ',
  GM: 'GENERALMOTORS',
  ROBERTBOSCH: 'BOSCH',
  MAGNETI: 'MAGNETIMARELLI',
  MARELLI: 'MAGNETIMARELLI',
};

/** Returns upper case without spaces, hyphens and accents; "Mercedes-Benz", "MERCEDES" and "MB" share one key. */
export function markKey(name: string): string {
  const key = name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  return ALIASES[key] ?? key;
}

const ABBREVIATIONS: Readonly<Record<string, string>> = { MERCEDESBENZ: 'MB', MAGNETIMARELLI: 'MM' };

/**
 * Returns one or two letters to show in place of a mark: those of the first two words, or the first two of one word.
 */
export function monogram(name: string): string {
  const known = ABBREVIATIONS[markKey(name)];
  if (known !== undefined) return known;
  const [first = '', second = ''] = name.toUpperCase().match(/[\p{L}\d]+/gu) ?? [];
  return second === '' ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
}

/** A colour for each supplier that the specification names; for surfaces, never for text. */
const SUPPLIER_COLOURS: Readonly<Record<string, string>> = {
  BOSCH: '#D50C23',
  SIEMENS: '#007C7C',
  DELPHI: '#B0131B',
  DENSO: '#C8102E',
  CONTINENTAL: '#B96A00',
  MAGNETIMARELLI: '#00539B',
  HITACHI: '#B8002A',
  VALEO: '#3F7D1E',
  MITSUBISHI: '#C4000D',
};

/** Returns the supplier's colour; null when it has none of its own. */
export const supplierColour = (name: string): string | null => SUPPLIER_COLOURS[markKey(name)] ?? null;
