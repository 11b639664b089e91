import { execFileSync, execSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { THIS_RELEASE } from './portal-process.ts';

const MIGRATIONS = 'server/database/migrations';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: THIS_RELEASE, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function findTag(): string | null {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  } catch {
    return null;
  }
}

/** Finds the previous release: the last tag or, without one, the commit before the newest migration. */
export function findPreviousRelease(): string {
  const tag = findTag();
  if (tag !== null) return tag;
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS);
  if (newest === '') throw new Error('the history of this checkout has no migration: fetch more of it');
  return git('rev-parse', '--short', `${newest}^`);
}

/**
 * Checks the previous release out into a folder, to run with the packages of this one. Returns the number of migrations
 * added since.
 */
export function checkOutPreviousRelease(commit: string, folder: string): number {
  mkdirSync(folder);
  execSync(`git archive ${commit} | tar -x -C '${folder}'`, { cwd: THIS_RELEASE });
  symlinkSync(join(THIS_RELEASE, 'node_modules'), join(folder, 'node_modules'));
  const before = readdirSync(join(folder, MIGRATIONS));
  return readdirSync(join(THIS_RELEASE, MIGRATIONS)).filter((name) => !before.includes(name)).length;
}
