import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { nextVersion, releaseChangelog } from './release/changelog.ts';

/**
 * `npm run release -- minor`: moves the unreleased part of CHANGELOG.md under a version, commits it with the new
 * number, and tags the commit with the notes. Nothing is pushed. `--dry-run` prints the notes and changes nothing.
 */

/** The packages are released with the portal, under the same number. */
const PACKAGES = ['cli', 'ecu'];
const MANIFESTS = ['package.json', 'package-lock.json', ...PACKAGES.map((folder) => `${folder}/package.json`)];

interface Manifest {
  version: string;
  packages?: Record<string, { version?: string }>;
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

const readJson = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

function requireClean(version: string): void {
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.');
  const branch = git('branch', '--show-current');
  if (branch !== 'main') throw new Error(`Releases are made on main, and this is ${branch || 'no branch'}.`);
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`There is a tag v${version} already.`);
}

function writeVersion(path: string, version: string): void {
  const manifest = readJson(path);
  manifest.version = version;
  for (const folder of ['', ...PACKAGES]) {
    const listed = manifest.packages?.[folder];
    if (listed !== undefined) listed.version = version;
  }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

function release(args: readonly string[]): void {
  const isDry = args.includes('--dry-run');
  const [request] = args.filter((word) => !word.startsWith('--'));
  if (request === undefined) throw new Error('Which version? Such as: npm run release -- minor');
  const version = nextVersion(readJson('package.json').version, request);
  requireClean(version);
  const day = new Date().toISOString().slice(0, 10);
  const { changelog, notes } = releaseChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, day);
  console.log(`Tunedesk ${version}\n\n${notes}`);
  if (isDry) return;
  writeFileSync('CHANGELOG.md', changelog);
  for (const path of MANIFESTS) writeVersion(path, version);
  git('commit', '--quiet', '-m', `Tunedesk ${version}`, '--', 'CHANGELOG.md', ...MANIFESTS);
  git('tag', '--annotate', '--cleanup=verbatim', `v${version}`, '-m', `Tunedesk ${version}\n\n${notes}`);
  console.log(`\nTagged v${version}. To publish it: git push --follow-tags`);
}

try {
  release(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
