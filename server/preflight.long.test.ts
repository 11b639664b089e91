import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const BOOT = fileURLToPath(new URL('../app/server/boot.ts', import.meta.url));

let folder: string;
let listener: Server;
let port: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tunedesk-preflight-'));
  chmodSync(folder, 0o755);
  listener = createServer();
  port = await new Promise((resolve) => {
    listener.listen(0, '127.0.0.1', () => resolve((listener.address() as { port: number }).port));
  });
});
afterEach(() => {
  listener.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number;
  output: string;
}

const run = (program: string, env: Record<string, string>): Promise<Ended> =>
  new Promise((done) => {
    const words = { env: { PATH: process.env.PATH, ...env } };
    execFile(process.execPath, [program], words, (error, output, errors) =>
      done({ code: error === null ? 0 : Number(error.code), output: output + errors }),
    );
  });

test('the program stops at a wrong setting or used port with one line, before anything is created', async () => {
  const dataDir = join(folder, 'data');
  const env = { DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' };
  const [typo, taken] = await Promise.all([run(BOOT, { ...env, PUBLIC_URL: 'http//x' }), run(BOOT, env)]);
  const sentence = 'PUBLIC_URL must begin with https:// or http://, such as PUBLIC_URL=https://x.\n';
  expect(typo).toEqual({ code: 1, output: sentence });
  expect(taken.code).toBe(1);
  expect(taken.output).toMatch(/^PORT \d+ is in use by another program on this machine; .*\n$/);
  expect(existsSync(dataDir)).toBe(false);
});
