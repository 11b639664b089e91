import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { chooseCommand } from './admin/commands.mjs';
import { printSbom } from './admin/sbom.mjs';
import { becomeNode, compileCache, runNode, settings } from './launcher/children.mjs';
import { LauncherError, ROOT } from './launcher/folders.mjs';
import { check, format, journeys, lint, test, testLong, typecheck, unit } from './suite/checks.mjs';
import { develop } from './vite/development.mjs';
import { buildWeb, isWebBuilt } from './vite/web-build.mjs';

/** What the npm scripts do once a Node and the packages are there. */
export const TASKS = {
  start: { work: start, isSlow: () => !isWebBuilt() },
  build: { work: build },
  dev: { work: develop, withTools: true },
  test: { work: test, withTools: true },
  'test:long': { work: testLong, withTools: true },
  check: { work: check, withTools: true },
  typecheck: { work: typecheck, withTools: true },
  lint: { work: lint, withTools: true },
  format: { work: format, withTools: true },
  unit: { work: unit, withTools: true },
  journeys: { work: journeys, withTools: true },
  generate: { work: generate, withTools: true },
  house: { work: script('tools/house.ts'), withTools: true },
  bench: { work: namedScript('tools/bench'), withTools: true },
  soak: { work: namedScript('tools/soak'), withTools: true },
  gallery: { work: gallery, withTools: true },
  release: { work: script('tools/release.ts') },
  ecu: { work: script('ecu/cli/main.ts') },
  admin: { work: admin },
};

async function build(node) {
  await buildWeb(node);
  // A portal rebuilds these programs itself when its sources have changed; one that may not write here uses those built
  // now.
  return runNode(node, ['server/threads/build-programs.ts']);
}

/**
 * Shows the components of web/ui, each in all its states. None of it is part of the portal's build, and it calls no
 * other server.
 */
function gallery(node, args) {
  const quietly = ['--disable-telemetry', '--no-version-updates', '--no-open'];
  const program = ['node_modules/storybook/dist/bin/dispatcher.js', 'dev', '--ci', ...quietly];
  return runNode(node, [...program, '--port', process.env.GALLERY_PORT || '6006', ...args]);
}

async function start(node, args) {
  await buildWeb(node);
  return runTypeScript(node, 'app/server/boot.ts', args, { run: becomeNode, environment: compileCache() });
}

/** Runs a command of the operator. */
async function admin(node, named) {
  const { program, words: args } = chooseCommand(named);
  if (program === 'sbom') return printSbom(node);
  if (program === 'upgrade') await buildWeb(node);
  const code = await runTypeScript(node, `tools/admin/${program}.ts`, args);
  // After an upgrade with --start, the portal is served in the same terminal.
  const isStarted = program === 'upgrade' && (args.includes('--start') || process.env.npm_config_start === 'true');
  return code === 0 && isStarted ? start(node, []) : code;
}

/** Writes what is made from other files: those that are committed, or pictures of the screens. */
function generate(node, [name, ...args]) {
  const pictures = ['screenshots', 'tour'].includes(name);
  const work = pictures ? script(`journeys/${name}.ts`, buildWeb) : script('tools/generate.ts');
  return work(node, pictures ? args : [name, ...args].filter(Boolean));
}

function script(path, prepare = async () => undefined) {
  return async (node, args) => {
    await prepare(node);
    return runTypeScript(node, path, args, { run: becomeNode });
  };
}

function namedScript(folder, prepare = buildWeb) {
  return async (node, [name, ...args]) => {
    if (!name || !/^[a-z0-9-]+$/.test(name))
      throw new LauncherError(`Say which one: the name of a file in ${folder}.`, 2);
    await prepare(node);
    return runTypeScript(node, `${folder}/${name}.ts`, args, { run: becomeNode });
  };
}

export function runTypeScript(node, path, args, { run = runNode, ...options } = {}) {
  if (!existsSync(join(ROOT, path))) throw new LauncherError(`There is no ${path} in this folder.`, 2);
  return run(node, [...settings(), path, ...args], options);
}
