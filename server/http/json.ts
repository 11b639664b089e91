import { Refusal } from '../../contract/refusal.ts';

const unreadable = () => new Refusal('errors.http.bad_json');

const HALF_CHARACTER = /\\ud[89a-f]/i;

/**
 * Parses JSON from outside, which must be an object without prototype keys, without a repeated key (two readers could
 * take different ones) and without the character zero, which PostgreSQL cannot store. Half of a character, as a text has
 * that was cut in the middle of an emoji, becomes U+FFFD. Empty text is an empty object.
 */
export function parseJsonObject(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = HALF_CHARACTER.test(text) ? JSON.parse(text, toWellFormed) : JSON.parse(text);
  } catch {
    throw unreadable();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable();
  refuseAmbiguousKeys(text);
  return value as Record<string, unknown>;
}

const toWellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Walks the tokens of valid JSON; a string is a key when it follows `{` or `,` inside an object. */
function refuseAmbiguousKeys(text: string): void {
  const open: (Set<string> | null)[] = [];
  let mayBeKey = false;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token.startsWith('"')) {
      if (token.includes('\\u0000')) refuseZero(token);
      if (mayBeKey) addKey(open.at(-1), token);
    }
    mayBeKey = token === '{' || (token === ',' && open.at(-1) !== null);
  }
}

function addKey(keys: Set<string> | null | undefined, token: string): void {
  const key = JSON.parse(token) as string;
  if (key === '__proto__' || key === 'constructor' || key === 'prototype' || keys?.has(key)) throw unreadable();
  keys?.add(key);
}

export function hasZero(text: string): boolean {
  return text.includes('\u0000');
}

/** Refuses a zero character. Its escape of six characters may also be meant literally, after a backslash of its own. */
function refuseZero(token: string): void {
  if (hasZero(JSON.parse(token) as string)) throw unreadable();
}
