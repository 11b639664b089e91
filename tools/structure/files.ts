import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type ProjectFile = { path: string; text: string };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NEVER_COMMITTED = new Set(['node_modules', '.git', '.cache', 'data', 'test-results', '.env']);
/** They exist while the packages are being packed. */
const PACKED = ['cli/dist', 'ecu/dist'];
const TEXT = /\.(ts|tsx|mjs|cjs|js|css|html|json|sql|md|svg|ya?ml)$|^\.[a-z]+$|\/run$/;

/** Lists every text file that is or may be committed. */
export function listProjectFiles(): ProjectFile[] {
  return listPaths('').map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') }));
}

function listPaths(folder: string): string[] {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (folder === '' && NEVER_COMMITTED.has(entry.name)) return [];
    if (entry.isDirectory()) return entry.name === 'node_modules' || PACKED.includes(path) ? [] : listPaths(`${path}/`);
    return entry.isFile() && TEXT.test(path) ? [path] : [];
  });
}

export const isCode = (path: string) => /\.(ts|tsx|mjs|cjs|js|css)$/.test(path);

/** Says so in its first line: it is made from something else, and not read. */
export const isGenerated = ({ text }: ProjectFile) => text.split('\n', 1)[0]?.includes('GENERATED') === true;

export const isTest = (path: string) => /\.(test|spec|stories)\.tsx?$/.test(path) || path.includes('/testing/');

/** Returns the feature that a path belongs to, or the aspect of one, such as `files` or `files/upload`; or null. */
export function findDomain(path: string): string | null {
  return /^features\/([^/]+(?:\/(?!server\/|web\/)[^/]+(?=\/))?)\//.exec(path)?.[1] ?? null;
}
