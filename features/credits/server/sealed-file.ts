import { open, readFile, rename } from 'node:fs/promises';
import { computeMac, isEqual, type LedgerKeys } from './ledger-keys.ts';

/** Writes the key and the seal of the rest first; `purpose` keeps one kind of file from passing for another. */
export async function writeSealedFile(path: string, keys: LedgerKeys, purpose: string, body: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(
      `${keys.current} ${computeSeal(keys, keys.current, purpose, body).toString('hex')}\n${body}`,
    );
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}

const computeSeal = (keys: LedgerKeys, keyId: string, purpose: string, body: string) =>
  computeMac(keys, keyId, `${purpose}\n${body}`);

interface SealedFile {
  /** Null when none of our keys sealed it. */
  body: string | null;
}

/** Returns null when there is no such file. */
export async function readSealedFile(path: string, keys: LedgerKeys, purpose: string): Promise<SealedFile | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const [, keyId = '', mac = '', body = ''] = /^(\w+) ([0-9a-f]{64})\n(.*)$/s.exec(text) ?? [];
  const isOurs = keys.all.has(keyId) && isEqual(Buffer.from(mac, 'hex'), computeSeal(keys, keyId, purpose, body));
  return { body: isOurs ? body : null };
}
