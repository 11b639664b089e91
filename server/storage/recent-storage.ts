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

/**
 * Keeps what was just received in memory, so that the work on it does not wait until it is read back and unpacked. Only
 * `readBytes` asks for it: whoever checks what is stored reads what is stored.
 */
export function createRecentStorage(inner: Storage, maxBytes = MAX_BYTES): Storage {
  const held = new Set<Held>();
  const byKey = new Map<string, Held>();
  let total = 0;

  function drop(one: Held): void {
    if (held.delete(one)) total -= one.bytes;
    one.pieces = null;
  }

  function add(one: Held, piece: Uint8Array): void {
    if (one.pieces === null) return;
    one.pieces.push(piece);
    one.bytes += piece.byteLength + PIECE_BYTES;
    total += piece.byteLength + PIECE_BYTES;
    for (const oldest of held) {
      if (total <= maxBytes) break;
      drop(oldest);
    }
  }

  async function* hold(source: AsyncIterable<Uint8Array>, one: Held) {
    for await (const piece of source) {
      add(one, piece);
      yield piece;
    }
  }

  function forget(key: string): void {
    const one = byKey.get(key);
    if (one !== undefined) drop(one);
    byKey.delete(key);
  }

  return {
    ...inner,

    async receive(source, given) {
      const one: Held = { pieces: [], bytes: 0 };
      held.add(one);
      try {
        const stored = await inner.receive(hold(source, one), given);
        forget(stored.key);
        byKey.set(stored.key, one);
        setTimeout(forget, KEPT_MS, stored.key).unref();
        return stored;
      } catch (error) {
        drop(one);
        throw error;
      }
    },

    recall(key) {
      const pieces = byKey.get(key)?.pieces;
      return pieces ? joinPieces(pieces) : null;
    },

    async discard(key) {
      forget(key);
      await inner.discard(key);
    },

    async discardUnkept(key) {
      forget(key);
      await inner.discardUnkept(key);
    },

    async quarantine(key, day) {
      forget(key);
      return inner.quarantine(key, day);
    },
  };
}

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
