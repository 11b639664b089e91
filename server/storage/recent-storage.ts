import type { Storage } from './storage.ts';

/** Room for two of the largest uploads; the oldest bytes give way. */
const MAX_BYTES = 40_000_000;
/** How long a customer takes from an upload to what is made from it, mostly. */
const KEPT_MS = 5 * 60_000;
/** What a piece takes besides its bytes, so that an upload in tiny pieces does not take more than it seems to. */
const PIECE_BYTES = 256;

/** The pieces of one upload; null: they gave way to others. */
interface Held {
  pieces: Uint8Array[] | null;
  bytes: number;
}

/** Holds bytes by key, the newest `maxBytes` of them. */
function createMemory(maxBytes: number) {
  const held = new Set<Held>();
  const byKey = new Map<string, Held>();
  let total = 0;

  function drop(one: Held): void {
    if (held.delete(one)) total -= one.bytes;
    one.pieces = null;
  }

  function forget(key: string): void {
    const one = byKey.get(key);
    if (one !== undefined) drop(one);
    byKey.delete(key);
  }

  return {
    begin(): Held {
      const one: Held = { pieces: [], bytes: 0 };
      held.add(one);
      return one;
    },
    add(one: Held, piece: Uint8Array): void {
      if (one.pieces === null) return;
      one.pieces.push(piece);
      one.bytes += piece.byteLength + PIECE_BYTES;
      total += piece.byteLength + PIECE_BYTES;
      for (const oldest of held) {
        if (total <= maxBytes) break;
        drop(oldest);
      }
    },
    drop,
    finish(key: string, one: Held): void {
      forget(key);
      byKey.set(key, one);
      setTimeout(forget, KEPT_MS, key).unref();
    },
    forget,
    find: (key: string) => byKey.get(key)?.pieces ?? null,
  };
}

/**
 * Keeps what was just received in memory, so that the work on it does not wait until it is read back and unpacked. Only
 * `readBytes` asks for it: whoever checks what is stored reads what is stored.
 */
export function createRecentStorage(inner: Storage, maxBytes = MAX_BYTES): Storage {
  const memory = createMemory(maxBytes);

  async function* hold(source: AsyncIterable<Uint8Array>, one: Held) {
    for await (const piece of source) {
      memory.add(one, piece);
      yield piece;
    }
  }

  return {
    ...inner,

    async receive(source, given) {
      const one = memory.begin();
      try {
        const stored = await inner.receive(hold(source, one), given);
        memory.finish(stored.key, one);
        return stored;
      } catch (error) {
        memory.drop(one);
        throw error;
      }
    },

    recall(key) {
      const pieces = memory.find(key);
      return pieces === null ? null : joinPieces(pieces);
    },

    ...forgetBefore(inner, memory),
  };
}

/** What is removed or set aside is forgotten first. */
const forgetBefore = (
  inner: Storage,
  { forget }: Pick<ReturnType<typeof createMemory>, 'forget'>,
): Pick<Storage, 'discard' | 'discardUnkept' | 'quarantine'> => ({
  discard(key) {
    forget(key);
    return inner.discard(key);
  },
  discardUnkept(key) {
    forget(key);
    return inner.discardUnkept(key);
  },
  quarantine(key, day) {
    forget(key);
    return inner.quarantine(key, day);
  },
});

/** Copies them: the pieces stay as they were received, whatever happens to the copy. */
function joinPieces(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}
