import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { everything, openBackedUpPortal, openEmpty, restored } from '../testing/backup-stage.ts';

const stage = openBackedUpPortal();

/** Where the content of each entry of a tar is. */
function listContents(bytes: Buffer): { start: number; sizeBytes: number }[] {
  const found: { start: number; sizeBytes: number }[] = [];
  for (let start = 512; bytes[start - 512] !== 0;) {
    const sizeBytes = Number.parseInt(bytes.toString('latin1', start - 388, start - 377), 8);
    found.push({ start, sizeBytes });
    start += Math.ceil(sizeBytes / 512) * 512 + 512;
  }
  return found;
}

test('a restored portal has the same rows and files, including every special character', async () => {
  const target = await openEmpty();
  await restored(stage.backup, target);
  const [before, after] = [await everything(stage.portal), await everything(target)];
  expect(after.tables).toEqual(before.tables);
  expect(Object.keys(before.files)).toHaveLength(10);
  expect(before.files).toHaveProperty(['ledger-keys.json']);
  expect(before.tables.media_files?.trim().split('\n')).toHaveLength(4);
  expect(after.files).toEqual(before.files);
  expect(after.tables.users).toContain('back\\\\slash \\\\N \\\\. "quotes"');
  expect(after.tables.files).toContain('{}');
});

test('an altered, truncated or foreign file is refused with a sentence, and nothing changes', async () => {
  const target = await openEmpty();
  const before = await everything(target);
  const bytes = await readFile(stage.backup);
  // The name of an entry, and a byte in the content of every entry.
  const places = [0, ...listContents(bytes).map(({ start, sizeBytes }) => start + (sizeBytes >> 1))];
  expect(places.length).toBeGreaterThan(6);
  for (const at of places) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 0x10;
    await writeFile(`${stage.backup}.altered`, altered);
    await expect(restored(`${stage.backup}.altered`, target), `byte ${at}`).rejects.toThrow(
      /damaged or not a Tunedesk backup/,
    );
  }
  const end = bytes.length - 1024;
  for (const length of [0, 100, Math.floor(bytes.length / 2), end - 512]) {
    await copyFile(stage.backup, `${stage.backup}.short`);
    await truncate(`${stage.backup}.short`, length);
    await expect(restored(`${stage.backup}.short`, target), `${length} bytes`).rejects.toThrow(
      /damaged or not a Tunedesk backup/,
    );
  }
  await writeFile(`${stage.backup}.foreign`, 'not an archive at all');
  await expect(restored(`${stage.backup}.foreign`, target)).rejects.toThrow(/damaged or not a Tunedesk backup/);
  await expect(restored(`${stage.backup}.missing`, target)).rejects.toThrow(/There is no file/);
  expect(await everything(target)).toEqual(before);
});
