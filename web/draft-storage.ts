/** What was typed and not sent, by user and thing, for as long as the tab lives. */
const PREFIX = 'draft:';

/** For a browser that stores nothing: until the page goes. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

const keyOf = (userId: number, thing: string) => `${PREFIX}${userId}:${thing}`;

export function readDraftOf(userId: number, thing: string): string {
  const key = keyOf(userId, thing);
  return unstored.get(key) ?? readStored(key) ?? '';
}

/** An empty text is no draft. */
export function writeDraftOf(userId: number, thing: string, text: string): void {
  const key = keyOf(userId, thing);
  unstored.delete(key);
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    if (text !== '') unstored.set(key, text);
  }
  for (const changed of listeners) changed();
}

/** After a logout all of them; at a login, those of all other users. */
export function forgetDrafts({ exceptOf }: { exceptOf?: number } = {}): void {
  const isTheirs = (key: string) =>
    key.startsWith(PREFIX) && (exceptOf === undefined || !key.startsWith(keyOf(exceptOf, '')));
  for (const key of unstored.keys()) if (isTheirs(key)) unstored.delete(key);
  try {
    for (const key of Object.keys(sessionStorage)) if (isTheirs(key)) sessionStorage.removeItem(key);
  } catch {
    // Nothing is stored.
  }
  for (const changed of listeners) changed();
}

export function onDraftChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function readStored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
