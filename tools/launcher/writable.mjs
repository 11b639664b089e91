import { accessSync, constants, existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

import { LauncherError } from './launcher-error.mjs';
import { ROOT } from './folders.mjs';

/** Throws, with one sentence, when the user who starts Tunedesk may not write into this folder of the checkout. */
export function requireWritable(folder) {
  const existing = nearestExisting(folder);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    const user = userName();
    throw new LauncherError(
      `${existing} cannot be written by the user who starts Tunedesk (${user}), and something has to be installed or ` +
        `built there; give the folder to that user (chown -R ${user} ${ROOT}), or run "npm run build" as its owner.`,
    );
  }
}

function nearestExisting(folder) {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder));
}

function userName() {
  try {
    return userInfo().username;
  } catch {
    // Containers may run under an id without a user.
    return String(process.getuid?.() ?? 'USER');
  }
}
