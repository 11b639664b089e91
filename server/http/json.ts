import { Refusal } from '../../portal/refusal.ts';

const unreadable = () => new Refusal('http.bad_json', 'What was sent could not be read.');

/**
 * Parses JSON from outside: an object, without prototype keys and without a key said twice (two readers could take
 * different ones). Empty text is an empty object.
 */
export function parseJsonObject(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable();
  refuseAmbiguousKeys(text);
  return value as Record<string, unknown>;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Walks the tokens of valid JSON; a string is a key when it follows `{` or `,` inside an object. */
function refuseAmbiguousKeys(text: string): void {
  const open: (Set<string> | null)[] = [];
  let mayBeKey = false;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token.startsWith('"') && mayBeKey) addKey(open.at(-1), token);
    mayBeKey = token === '{' || (token === ',' && open.at(-1) !== null);
  }
}

function addKey(keys: Set<string> | null | undefined, token: string): void {
  const key = JSON.parse(token) as string;
  if (key === '__proto__' || key === 'constructor' || key === 'prototype' || keys?.has(key)) throw unreadable();
  keys?.add(key);
}
