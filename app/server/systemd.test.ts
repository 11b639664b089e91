import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMisspelledSettings } from '../../server/misspelled-settings.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SYSTEMD = join(ROOT, 'deploy', 'systemd');
const UNIT = join(SYSTEMD, 'tunedesk.service');
const unit = readFileSync(UNIT, 'utf8');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunedesk-systemd-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('the unit', () => {
  test('gives the portal no privileges and no part of the system that it does not use', () => {
    const directives = new Map(
      [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const),
    );
    const switched = Object.entries(Object.fromEntries(directives)).filter(([name]) =>
      /^(Private|Protect|Restrict|Lock|NoNew)/.test(name),
    );
    expect(switched.filter(([, value]) => value === 'true')).toHaveLength(15);
    expect(switched.filter(([, value]) => value === 'false')).toEqual([]);
    expect(Object.fromEntries(directives)).toMatchObject({
      User: 'tunedesk',
      CapabilityBoundingSet: '',
      ProtectSystem: 'strict',
      ProtectProc: 'invisible',
      SystemCallArchitectures: 'native',
      UMask: '0077',
    });
    expect(unit).toMatch(/^SystemCallFilter=@system-service$/m);
    // Where the program came from is of no use to it.
    expect(unit).toMatch(/^InaccessiblePaths=-\/srv\/tunedesk\/\.git$/m);
  });

  test.runIf(hasAnalyzer)('is rated 3.0 or better by systemd-analyze security', () => {
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', UNIT], { encoding: 'utf8' });
    const exposure = Number(/Overall exposure level for tunedesk\.service: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeGreaterThan(0);
    expect(exposure).toBeLessThanOrEqual(3);
  });

  test.runIf(hasAnalyzer)('has no directive that systemd does not know', () => {
    const copy = join(folder, 'tunedesk.service');
    writeFileSync(copy, unit.replaceAll('/srv/tunedesk/', ROOT));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('tunedesk.service'))).toEqual([]);
    expect(status).toBe(0);
  });

  test('runs what an operator runs: tunedesk-run, with the settings file that it reads by default', () => {
    expect(unit).toMatch(/^ExecStart=\/srv\/tunedesk\/deploy\/systemd\/tunedesk-run start$/m);
    expect(unit).not.toMatch(/^Environment/m);
    const settings = parseEnv(readFileSync(join(SYSTEMD, 'tunedesk.env'), 'utf8'));
    expect(settings).toMatchObject({ HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', DATA_DIR: '/var/lib/tunedesk' });
  });
});

describe('tunedesk-run', () => {
  const run = (words: string[], env: Record<string, string>) =>
    spawnSync(join(SYSTEMD, 'tunedesk-run'), words, {
      encoding: 'utf8',
      env: {
        PATH: [dirname(process.execPath), process.env.PATH].join(':'),
        TUNEDESK_USER: userInfo().username,
        ...env,
      },
    });

  /** The lines that the document gives for mail, which a shell cannot read. */
  const MAIL = /^PUBLIC_URL=.*\nSMTP_URL=.*\nMAIL_FROM=.*$/m.exec(
    readFileSync(join(ROOT, 'docs', 'operating.md'), 'utf8'),
  )?.[0];

  test('runs a command with the settings of the file and no others, even those that a shell cannot read', () => {
    const settings = join(folder, 'tunedesk.env');
    writeFileSync(settings, `${MAIL}\nDATA_DIR=${join(folder, 'data')}\n`);
    const outcome = run(['admin', 'installation'], { SETTINGS_FILE: settings, DATA_DIR: join(folder, 'another') });
    expect(outcome.stdout).toContain(`There is no embedded database in ${join(folder, 'data')}`);
    expect([outcome.status, outcome.stderr]).toEqual([0, '']);
  });

  test('is told in the document to write no backup into the data folder, where it is refused', () => {
    const document = readFileSync(join(ROOT, 'docs', 'operating.md'), 'utf8');
    const [, file] = /`tunedesk-run admin backup (\/[^`]+)`/.exec(document) ?? [];
    expect(file).toMatch(/^\/(?!var\/lib\/tunedesk\/)/);
  });

  test('refuses a missing settings file, and names what to copy', () => {
    const outcome = run(['admin', 'installation'], { SETTINGS_FILE: join(folder, 'missing.env') });
    expect([outcome.status, outcome.stderr]).toEqual([1, expect.stringContaining('deploy/systemd/tunedesk.env')]);
  });

  test.runIf(userInfo().uid !== 0)('refuses another user who is not root', () => {
    const settings = join(folder, 'tunedesk.env');
    writeFileSync(settings, '');
    const outcome = run(['admin', 'installation'], { SETTINGS_FILE: settings, TUNEDESK_USER: 'daemon' });
    expect([outcome.status, outcome.stderr]).toEqual([1, expect.stringContaining('as root or as daemon')]);
  });

  test.runIf(userInfo().uid === 0)('becomes the user of the service when root calls it', () => {
    const stub = join(folder, 'node');
    writeFileSync(stub, '#!/bin/sh\necho "$(id -un) $SETTINGS_FILE $*"\n');
    chmodSync(stub, 0o755);
    chmodSync(folder, 0o755);
    const settings = join(folder, 'tunedesk.env');
    writeFileSync(settings, '');
    const outcome = run(['admin', 'upgrade', '--check'], {
      SETTINGS_FILE: settings,
      TUNEDESK_USER: 'daemon',
      PATH: `${folder}:${process.env.PATH}`,
    });
    expect(outcome.stdout).toBe(`daemon ${settings} tools/launch.mjs admin upgrade --check\n`);
  });
});

test('a misspelled name in the settings file of the service causes a warning that names the file', () => {
  copyFileSync(join(ROOT, '.env.example'), join(folder, '.env.example'));
  const settings = join(folder, 'tunedesk.env');
  writeFileSync(settings, 'SMPT_URL=smtp://mail.example.com\n');
  const [warning] = findMisspelledSettings(folder, { SETTINGS_FILE: settings });
  expect(warning).toBe(`${settings}: there is no setting SMPT_URL; did you mean SMTP_URL? It has no effect as it is.`);
});
