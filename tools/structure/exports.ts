import { dirname, join } from 'node:path/posix';
import { findDomain, type ProjectFile } from './files.ts';

const REEXPORT = /^export (?:type )?(?:\*|\{[^}]*\})[^;']*from '(\.[^']+)'/gm;
const IMPORT = /^import (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm;
const EXPORT = /^export (?:type )?\{([^}]*)\};/gm;

/**
 * Finds what a domain re-exports without owning it. dependency-cruiser treats a file that is both imported and exported
 * as imported only, so this searches the texts.
 */
export const findForbiddenExports = (files: ProjectFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const own = findDomain(path);
    if (own === null) return [];
    const sources = [...text.matchAll(REEXPORT)].map(([, name = '']) => name);
    return [...new Set([...sources, ...findPassedOn(text)])].flatMap((source) => {
      const target = join(dirname(path), source);
      const reason = checkExport(own, target);
      return reason === null ? [] : [`${path}: ${reason} (${target})`];
    });
  });

/** Returns the sources of names that are imported in one statement and exported in another. */
function findPassedOn(text: string): string[] {
  const exported = new Set(
    [...text.matchAll(EXPORT)].flatMap(([, names = '']) => namesIn(names).map(({ name }) => name)),
  );
  return [...text.matchAll(IMPORT)]
    .filter(([, names = '']) => namesIn(names).some(({ alias }) => exported.has(alias)))
    .map(([, , source = '']) => source);
}

/** Parses a list such as `a, type B, c as d`. */
const namesIn = (list: string) =>
  list
    .split(',')
    .map((entry) => entry.trim().replace(/^type /, ''))
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [name = '', alias = name] = entry.split(' as ');
      return { name, alias };
    });

function checkExport(own: string, target: string): string | null {
  if (target.endsWith('.queries.ts')) return 'queries are for their own domain; export a verb';
  const domain = findDomain(target);
  if (domain === null || domain === own) return null;
  return 'a domain exports only what is its own; import it where it is';
}
