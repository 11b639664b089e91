import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startProxy } from './proxy.ts';

test('a HAProxy that does not run ends the start of the cluster at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tunedesk-proxy-'));
  vi.stubEnv('PATH', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  await expect(startProxy(folder, [], [])).rejects.toThrow('HAProxy does not run');
});
