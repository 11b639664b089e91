/** Drafts, stored by user and subject for as long as the tab is open. */
const PREFIX = 'draft:';

/** Drafts of a browser without storage; they last as long as the page. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

const toKey = (userId: number, draftName: string) => `${PREFIX}${userId}:${draftName}`;

export function readUserDraft(userId: number, draftName: string): string {
  const key = toKey(userId, draftName);
  return unstored.get(key) ?? readStored(key) ?? '';
}

/** Stores a draft; an empty text removes it. */
export function writeUserDraft(userId: number, draftName: string, text: string): void {
  const key = toKey(userId, draftName);
  unstored.delete(key);
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    if (text !== '') unstored.set(key, text);
  }
  for (const changed of listeners) changed();
}

/** Deletes all drafts at logout; at login, only those of other users. */
export function forgetDrafts({ exceptUserId }: { exceptUserId?: number } = {}): void {
  const isTheirs = (key: string) =>
    key.startsWith(PREFIX) && (exceptUserId === undefined || !key.startsWith(toKey(exceptUserId, '')));
  for (const key of unstored.keys()) if (isTheirs(key)) unstored.delete(key);
  try {
    for (const key of Object.keys(sessionStorage)) if (isTheirs(key)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
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
