/** Numbers as definitions write them. All return null for what is none. */

/** `0x1F`, `$1F`, `31`, `-48`. */
export function parseInteger(text: string | undefined): number | null {
  const [, sign = '', hex, decimal] = /^\s*([+-]?)(?:(?:0x|\$)([\da-f]+)|(\d+)(?:\.0*)?)\s*$/i.exec(text ?? '') ?? [];
  if (hex === undefined && decimal === undefined) return null;
  const value = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return Number.isSafeInteger(value) ? (sign === '-' ? -value : value) : null;
}

/** An address that is hexadecimal with or without a mark. */
export function parseHex(text: string | undefined): number | null {
  const [, hex] = /^\s*(?:0x|\$)?([\da-f]{1,10})\s*$/i.exec(text ?? '') ?? [];
  return hex === undefined ? null : Number.parseInt(hex, 16);
}

/** `0.75`, `0,75`, `1e-3`. */
export function parseDecimal(text: string | undefined): number | null {
  const trimmed = (text ?? '').trim().replace(',', '.');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : null;
}
