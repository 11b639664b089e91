import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ROOT } from '../launcher/folders.mjs';

const SOURCE = /\.(tsx?|mjs|js|css|sql|json)$/;

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Lists the folders whose tests a change against the last commit concerns (files that git does not know yet included):
 * a domain's or a composition's whole folder, a family of control units, otherwise the folder of the file.
 */
export function changedPlaces() {
  const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return listPlaces(changed).filter((place) => existsSync(join(ROOT, place)));
}

/** The folders of these files, each once, without those inside another. */
export function listPlaces(files) {
  const places = new Set(files.filter((file) => SOURCE.test(file) && file.includes('/')).map(placeOf));
  return [...places].filter((place) => ![...places].some((other) => other !== place && place.startsWith(other)));
}

function placeOf(file) {
  const [feature] = /^(?:features|app|ecu\/families)\/[^/]+\//.exec(file) ?? [];
  return feature ?? `${dirname(file)}/`;
}
