import { expect, test } from 'vitest';
import { FILES, openSafetyStage, TIMEOUT_MS } from './testing/safety-stage.ts';

const stage = openSafetyStage();
const { addFiles, boot, everyByte, newDatabase } = stage;

test(
  'wrong database: a start without DATABASE_URL or with an empty database is refused, and every byte is unchanged',
  { timeout: TIMEOUT_MS },
  async () => {
    const [right, wrong] = [await newDatabase(), await newDatabase()];
    const first = await boot(right);
    expect(first.exitCode).toBeNull();
    await addFiles(right);
    await first.kill();
    const before = await everyByte();
    expect(before).toHaveLength(FILES);

    for (const url of [wrong, '']) {
      const refused = await boot(url);
      expect([refused.exitCode, refused.output]).toEqual([1, expect.stringContaining(stage.dataDir)]);
      expect(refused.output).toContain(`${FILES} stored files`);
      expect(refused.output).toContain('npm run admin -- installation join');
      expect(refused.output).not.toContain('The first administrator');
      expect(await everyByte()).toEqual(before);
    }
    const again = await boot(right);
    expect(again.exitCode).toBeNull();
    expect(await everyByte()).toEqual(before);
  },
);
