import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nextVersion } from './release/changelog.ts';

const SCRIPT = fileURLToPath(new URL('release.ts', import.meta.url));
const CHANGELOG =
  '# Changes\n\n## Unreleased\n\n- Tickets have attachments.\n\n## 0.1.0 (2026-10-01)\n\n- First release.\n';
const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

let folder: string;
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8', env: ENVIRONMENT }).trim();
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const release = (...words: string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...words], { cwd: folder, encoding: 'utf8', env: ENVIRONMENT });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunedesk-release-'));
  const manifest = { name: 'tunedesk', version: '0.1.0' };
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  const library = { name: '@tunedesk/ecu', version: '0.1.0' };
  const client = { name: '@tunedesk/cli', version: '0.1.0' };
  const packages = { '': manifest, cli: client, ecu: library };
  write('package-lock.json', `${JSON.stringify({ ...manifest, packages }, null, 2)}\n`);
  for (const name of ['cli', 'ecu']) mkdirSync(join(folder, name));
  write('cli/package.json', `${JSON.stringify(client, null, 2)}\n`);
  write('ecu/package.json', `${JSON.stringify(library, null, 2)}\n`);
  write('CHANGELOG.md', CHANGELOG);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Begin');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a release moves the unreleased notes under its version, commits the version and tags it with the notes', () => {
  const { status, stdout } = release('minor');
  const day = new Date().toISOString().slice(0, 10);
  expect([status, stdout]).toEqual([0, expect.stringContaining('Tunedesk 0.2.0\n\n- Tickets have attachments.')]);
  expect(read('CHANGELOG.md')).toBe(CHANGELOG.replace('## Unreleased\n', `## Unreleased\n\n## 0.2.0 (${day})\n`));
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0' });
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' }, cli: { version: '0.2.0' }, ecu: { version: '0.2.0' } },
  });
  expect(JSON.parse(read('ecu/package.json'))).toEqual({ name: '@tunedesk/ecu', version: '0.2.0' });
  expect(JSON.parse(read('cli/package.json'))).toEqual({ name: '@tunedesk/cli', version: '0.2.0' });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag', '--points-at', 'HEAD')).toBe('v0.2.0');
  expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe('Tunedesk 0.2.0\n\n- Tickets have attachments.');
});

test('a dry run prints the notes and changes nothing', () => {
  const before = git('rev-parse', 'HEAD');
  expect(release('1.0.0', '--dry-run').stdout).toContain('- Tickets have attachments.');
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([before, '', '']);
});

test.each([
  ['nothing is unreleased', () => void release('patch'), 'patch', 'has nothing below "## Unreleased"'],
  ['something is not committed', () => write('note.txt', 'x'), 'patch', 'not committed'],
  ['it is another branch', () => void git('checkout', '--quiet', '-b', 'try'), 'patch', 'this is try'],
  ['the tag is there', () => void git('tag', 'v0.1.1'), 'patch', 'There is a tag v0.1.1 already.'],
  ['the version is not above the current one', () => undefined, '0.0.9', '0.0.9 is not above'],
  ['the version is none', () => undefined, 'v1', '"v1" is no version'],
])('a release is refused when %s', (_name, prepare, request, reason) => {
  prepare();
  const before = git('rev-parse', 'HEAD');
  const { status, stderr } = release(request);
  expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
  expect(git('rev-parse', 'HEAD')).toBe(before);
});

test('versions are incremented as SemVer defines', () => {
  const steps = ['major', 'minor', 'patch', '2.0.0', '1.10.0'];
  expect(steps.map((step) => nextVersion('1.9.3', step))).toEqual(['2.0.0', '1.10.0', '1.9.4', '2.0.0', '1.10.0']);
});
