import { BUNDLES, NOT_STORED } from './bundles.list.ts';

export type BundleName = keyof typeof BUNDLES;

const ROOT = new URL('../../', import.meta.url).pathname;

const bundleByPath = new Map<string, BundleName>(
  (Object.keys(BUNDLES) as BundleName[]).flatMap((name) => BUNDLES[name].map((path) => [path, name] as const)),
);

/** Returns the module's path relative to the repository's root, without the query added by a plugin. */
const pathOf = (id: string): string => (id.split('?', 1)[0] ?? id).replaceAll('\\', '/').replace(ROOT, '');

/** Returns the bundle that a module is listed in; an entry of the module itself takes precedence over its folder. */
export function bundleOf(id: string): BundleName | null {
  const path = pathOf(id);
  return bundleByPath.get(path) ?? bundleByPath.get(path.slice(0, path.lastIndexOf('/') + 1)) ?? null;
}

const rareModules: ReadonlySet<string> = new Set(NOT_STORED);

/** Whether a file of the build is for few users, by the module it was made for; null: several modules share it. */
export const isRarelyUsed = (facadeModuleId: string | null): boolean =>
  facadeModuleId !== null && rareModules.has(pathOf(facadeModuleId));
