// The entry point of every npm script. Plain JavaScript for any Node from 18 on: it finds or fetches what the rest
// needs.
import { readTask } from './admin/commands.mjs';
import { endOnSignals, isEnding } from './launcher/children.mjs';
import { LauncherError, ROOT } from './launcher/folders.mjs';
import { installPackages, isReady, verifyNatives } from './launcher/install.mjs';
import { chooseNode } from './launcher/runtime.mjs';
import { runTypeScript, TASKS } from './tasks.mjs';

async function launch(named) {
  const [name, ...args] = readTask(named);
  const task = Object.hasOwn(TASKS, name ?? '') ? TASKS[name] : null;
  if (!task) throw new LauncherError(`Unknown task "${name ?? ''}". There are: ${Object.keys(TASKS).join(', ')}.`, 2);
  const { withTools = false, work } = task;
  const node = await chooseNode();
  const needs = { node, withTools, what: 'dependencies', verify: verifyNatives };
  // Faulty settings are reported before minutes of work, not after them.
  const isInstalled = isReady(ROOT, needs);
  const isSlow = task.isSlow && (!isInstalled || task.isSlow());
  const code = isSlow ? await runTypeScript(node, 'app/server/check-settings.ts', []) : 0;
  if (code !== 0) return code;
  if (!isInstalled) await installPackages(ROOT, needs);
  return work(node, args);
}

endOnSignals();
try {
  process.exitCode = await launch(process.argv.slice(2));
} catch (error) {
  // After Ctrl-C, any failure is a consequence of it.
  if (isEnding()) process.exitCode = 130;
  else if (error instanceof LauncherError) {
    console.error(error.message);
    process.exitCode = error.exitCode;
  } else throw error;
}
