import { watch } from 'node:fs';
import { join } from 'node:path';

import { endAll, isEnding, settings, startNode } from '../launcher/children.mjs';
import { LauncherError, ROOT } from '../launcher/folders.mjs';
import { listFiles } from './listing.mjs';

const SERVER_INPUTS = ['app', 'contract', 'features', 'server', 'ecu'];
const QUIET_MS = 150;

const isServerInput = (path) => !/\/web$|^ecu\/dist$|\.test\.tsx?$/.test(path);

/** Runs the server, restarted whenever its code changes, beside Vite's server for the web app. Both end together. */
export async function develop(node) {
  const vite = startNode(node, ['tools/vite/server.mjs'], { stdio: ['pipe', 'inherit', 'inherit'] });
  const codes = await Promise.all([vite.exited.finally(endAll), restart(node).finally(endAll)]);
  return codes.find((code) => code !== 0) ?? 0;
}

async function restart(node) {
  for (;;) {
    const change = nextChange();
    const code = await serveUntil(node, change.happened);
    change.close();
    if (isEnding()) return code;
  }
}

/** Serves until the code changes or everything ends; returns how the server ended. */
async function serveUntil(node, changed) {
  const server = startNode(node, [...settings(), 'app/server/boot.ts']);
  const first = await Promise.race([server.exited.then((code) => ({ code })), changed]);
  if (isEnding()) return server.exited;
  if (first.code === undefined) {
    console.log(`${first.file} changed; the server starts anew …`);
    server.child.kill('SIGTERM');
  } else {
    console.log(`The server ended (exit code ${first.code}); it starts again when its code changes.`);
    await Promise.race([changed, whenEnding()]);
  }
  return server.exited;
}

async function whenEnding() {
  while (!isEnding()) await new Promise((resume) => setTimeout(resume, 100));
}

/** Watches folder by folder, because not every Node can watch a whole tree. */
function nextChange() {
  const folders = new Set(listFiles(SERVER_INPUTS, isServerInput).map((file) => join(file, '..')));
  const watchers = [];
  let quiet;
  const close = () => watchers.forEach((watcher) => watcher.close());
  const happened = new Promise((resolve) => {
    for (const folder of folders) {
      const notice = (_event, name) => {
        if (!name || !isServerInput(name) || !/\.(ts|sql|json)$/.test(name)) return;
        clearTimeout(quiet);
        quiet = setTimeout(() => resolve({ file: join(folder, name) }), QUIET_MS);
      };
      watchers.push(watch(join(ROOT, folder), notice).on('error', () => undefined));
    }
  });
  if (folders.size === 0) throw new LauncherError('There is no server code in this folder.', 2);
  return { happened, close };
}
