import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMisspelledSettings } from './misspelled-settings.ts';
import { listenProblem, requireUsableMachine, requireWritableFolder } from './preflight.ts';

const CHECK = fileURLToPath(new URL('../app/server/check-settings.ts', import.meta.url));
const UNPRIVILEGED_UID = 65_534;

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

describe('the port', () => {
  const requested = () => ({ port, host: '127.0.0.1', dataDir: join(folder, 'data') });

  test('that another program uses is refused, and nothing is created', async () => {
    const sentence = `PORT ${port} is in use by another program on this machine; end that program, or set another one, such as PORT=${port + 1}.`;
    await expect(requireUsableMachine(requested(), 0)).rejects.toThrow(sentence);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('of a portal that is just stopping is waited for', async () => {
    setTimeout(() => listener.close(), 150);
    await expect(requireUsableMachine(requested(), 60_000)).resolves.toBeUndefined();
    expect(listener.listening).toBe(false);
  });

  test.each([
    ['EADDRINUSE', 3000, 'PORT 3000 is in use'],
    ['EADDRINUSE', 65_535, 'such as PORT=3000.'],
    ['EACCES', 80, 'PORT 80 may not be used by the user who runs Tunedesk'],
    ['EADDRNOTAVAIL', 3000, 'HOST "10.9.8.7" is no address of this machine; set HOST=0.0.0.0'],
    ['ENOTFOUND', 3000, 'HOST "10.9.8.7" is no address of this machine'],
  ])('%s at %i prints: %s', (code, number, part) => {
    const error = Object.assign(new Error(code), { code });
    expect(listenProblem(error, { port: number, host: '10.9.8.7' }).message).toContain(part);
  });

  test('a host that does not belong to this machine is refused', async () => {
    listener.close();
    const elsewhere = { ...requested(), host: '203.0.113.7' };
    await expect(requireUsableMachine(elsewhere, 0)).rejects.toThrow('HOST "203.0.113.7" is no address');
  });
});

describe('the data folder', () => {
  test('whose path leads through a file is refused', async () => {
    writeFileSync(join(folder, 'file'), '');
    const requested = { port: 1, host: '127.0.0.1', dataDir: join(folder, 'file', 'data') };
    await expect(requireUsableMachine(requested)).rejects.toThrow(
      /^DATA_DIR .* is a file; set DATA_DIR to another path\.$/,
    );
  });

  test.skipIf(process.platform !== 'linux')(
    'where no folder can be created is refused instead of retried forever',
    async () => {
      const requested = { port: 1, host: '127.0.0.1', dataDir: '/proc/tunedesk/data' };
      await expect(requireUsableMachine(requested)).rejects.toThrow(
        /^DATA_DIR \/proc\/tunedesk\/data cannot be (created|written)/,
      );
    },
  );

  test('is checked without leaving anything in the folder above it', () => {
    writeFileSync(join(folder, 'neighbor'), '');
    requireWritableFolder(join(folder, 'data', 'deep'));
    expect(readdirSync(folder)).toEqual(['neighbor']);
  });

  const canRunAsOtherUser =
    process.getuid?.() === 0 &&
    spawnSync(process.execPath, ['-e', `require('fs').readFileSync(${JSON.stringify(CHECK)})`], {
      uid: UNPRIVILEGED_UID,
      gid: UNPRIVILEGED_UID,
      cwd: '/',
    }).status === 0;

  /** Runs the check as a user whom the operating system gives no rights; needs root, and tests that all may read. */
  const asOtherUser = (dataDir: string) => {
    listener.close();
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' };
    const ended = spawnSync(process.execPath, [CHECK], {
      uid: UNPRIVILEGED_UID,
      gid: UNPRIVILEGED_UID,
      cwd: '/',
      env,
      encoding: 'utf8',
    });
    return [ended.status, ended.stderr];
  };

  test.skipIf(!canRunAsOtherUser)('in a folder of root is refused for an unprivileged user, with the remedy', () => {
    const dataDir = join(folder, 'data');
    const [code, sentence] = asOtherUser(dataDir);
    expect(code).toBe(1);
    expect(sentence).toMatch(
      /^DATA_DIR \S+ cannot be written by the user who runs Tunedesk \(\w+\); give it to that user \(mkdir -p \S+ && chown -R \w+ \S+\), or set DATA_DIR to a folder of that user\.\n$/,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  test.skipIf(!canRunAsOtherUser)('with a file left by an earlier start as root is refused as well', () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o777);
    writeFileSync(join(dataDir, 'session-secret'), 'x', { mode: 0o600 });
    const [code, sentence] = asOtherUser(dataDir);
    expect(code).toBe(1);
    expect(sentence).toContain('contains "session-secret", which the user who runs Tunedesk');
    rmSync(join(dataDir, 'session-secret'));
    expect(asOtherUser(dataDir)[0]).toBe(0);
  });
});

describe('the program itself', () => {
  test('has its settings checked by the launcher with nothing but Node, before packages are installed', () => {
    const reached = new Set<string>();
    const follow = (path: string): string[] => {
      if (reached.has(path)) return [];
      reached.add(path);
      const imports = [...readFileSync(path, 'utf8').matchAll(/^import (?!type\b)[^;]*?from '([^']+)'/gms)];
      return imports.flatMap(([, name = '']) =>
        name.startsWith('.') ? follow(join(dirname(path), name)) : name.startsWith('node:') ? [] : [`${path}: ${name}`],
      );
    };
    expect(follow(CHECK)).toEqual([]);
    expect(reached.size).toBeGreaterThan(4);
  });
});

describe('a name in .env', () => {
  const warningsOf = (text: string) => {
    writeFileSync(join(folder, '.env.example'), readFileSync(new URL('../.env.example', import.meta.url)));
    writeFileSync(join(folder, '.env'), text);
    return findMisspelledSettings(folder, {}).map((line) =>
      /no setting (\S+); did you mean (\w+)\?/.exec(line)?.slice(1, 3),
    );
  };

  test.each([
    ['PUBLC_URL', 'PUBLIC_URL'],
    ['PUBLIC-URL', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['PROT', 'PORT'],
  ])('%s causes a warning that suggests %s', (name, meant) => {
    expect(warningsOf(`${name}=1\n`)).toEqual([[name, meant]]);
  });

  test('that differs from every setting by more than two characters causes no warning', () => {
    expect(warningsOf('TRUSTED_PROXYS=1\n')).toHaveLength(1);
    expect(warningsOf('TRUSTED_PROXY=1\n')).toEqual([]);
  });

  test('that is a setting, or belongs to another program, causes no warning', () => {
    expect(warningsOf('PUBLC_URL=x')).not.toEqual([]);
    expect(
      warningsOf('PORT=3000\nPUBLIC_URL=\n# PUBLC_URL=x\nNODE_ENV=production\nCOMPOSE_PROJECT_NAME=x\nTZ=UTC\n'),
    ).toEqual([]);
  });
});
