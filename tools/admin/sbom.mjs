import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LauncherError, ROOT } from '../launcher/folders.mjs';
import { npmProgram } from '../launcher/npm.mjs';

const NPM_OPTIONS = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];

/** Prints what a portal consists of, on any platform, as CycloneDX JSON. It is read from the lock file alone. */
export function printSbom(node) {
  const { stdout, stderr, status } = spawnSync(node, [npmProgram(node), ...NPM_OPTIONS], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new LauncherError(`npm could not list the packages: ${stderr}`);
  console.log(
    JSON.stringify(
      withoutTools(
        JSON.parse(stdout),
        listRefs(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages),
      ),
      null,
      2,
    ),
  );
  return 0;
}

/** Lists the packages that are more than tools, as npm refers to them. */
function listRefs(lock) {
  const parts = new Set(listToolParts(lock));
  const paths = Object.keys(lock).filter((path) => path.includes('node_modules/'));
  return new Set(
    paths
      .filter((path) => !isTool(lock[path]) && !parts.has(path))
      .map((path) => {
        const { link, resolved, version } = lock[path];
        return `${path.split('node_modules/').at(-1)}@${link ? lock[resolved].version : version}`;
      }),
  );
}

/** npm's own `--omit=dev` also omits packages that a tool needs as well as the portal, such as vite. */
function withoutTools({ metadata, components, dependencies, ...bom }, refs) {
  const own = metadata.component['bom-ref'];
  const isShown = (ref) => ref === own || refs.has(ref);
  return {
    ...bom,
    metadata: { ...metadata, component: named(metadata.component) },
    components: components.filter((one) => isShown(one['bom-ref'])).map((one) => ({ ...named(one), properties: [] })),
    dependencies: dependencies
      .filter(({ ref }) => isShown(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShown) })),
  };
}

/** npm names our own packages after their folders, which can have any name. */
const named = (component) => ({ ...component, name: decodeURIComponent(/^pkg:npm\/(.*)@/.exec(component.purl)[1]) });

const isTool = ({ dev, devOptional }) => Boolean(dev || devOptional);

/** Lists optional packages that only tools depend on, such as the compiler's binary. */
function listToolParts(lock) {
  const [ofTools, ofOthers] = [new Set(), new Set()];
  for (const one of Object.values(lock)) {
    const used = { ...one.dependencies, ...one.optionalDependencies, ...one.peerDependencies };
    for (const name of Object.keys(used)) (isTool(one) ? ofTools : ofOthers).add(`node_modules/${name}`);
  }
  return Object.keys(lock).filter((path) => lock[path].optional && ofTools.has(path) && !ofOthers.has(path));
}
