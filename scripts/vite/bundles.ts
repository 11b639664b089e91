import { BUNDLES, NOT_STORED } from './bundles.list.ts';

export type BundleName = keyof typeof BUNDLES;

const ROOT = new URL('../../', import.meta.url).pathname;

const bundleByPath = new Map<string, BundleName>(
  (Object.keys(BUNDLES) as BundleName[]).flatMap((name) => BUNDLES[name].map((path) => [path, name] as const)),
);

/** The module's path from the root of the repository, without the query that a plugin has added. */
const pathOf = (id: string): string => (id.split('?', 1)[0] ?? id).replaceAll('\\', '/').replace(ROOT, '');

/** The bundle that a module is listed in; the module itself counts before its folder. */
export function bundleOf(id: string): BundleName | null {
  const path = pathOf(id);
  return bundleByPath.get(path) ?? bundleByPath.get(path.slice(0, path.lastIndexOf('/') + 1)) ?? null;
}

const ofFew: ReadonlySet<string> = new Set(NOT_STORED);

/** Whether a file of the build is for few readers, by the module it was made for; null: several share it. */
export const isForFew = (facadeModuleId: string | null): boolean =>
  facadeModuleId !== null && ofFew.has(pathOf(facadeModuleId));
