import { dirname, join } from 'node:path/posix';
import { findDomain, type ProjectFile } from './files.ts';

const REEXPORT = /^export (?:type )?(?:\*|\{[^}]*\})[^;']*from '(\.[^']+)'/gm;

/**
 * What a domain passes on without owning it. dependency-cruiser takes a file that another one both imports and exports
 * for imported only, so this is looked for in the texts.
 */
export const findForbiddenExports = (files: ProjectFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const own = findDomain(path);
    if (own === null) return [];
    const targets = [...text.matchAll(REEXPORT)].map(([, name = '']) => join(dirname(path), name));
    return targets.flatMap((target) => {
      const reason = checkExport(own, target);
      return reason === null ? [] : [`${path}: ${reason} (${target})`];
    });
  });

function checkExport(own: string, target: string): string | null {
  if (target.endsWith('.queries.ts')) return 'queries are for their own domain; export a verb';
  const domain = findDomain(target);
  if (domain === null || domain === own) return null;
  return 'a domain exports only what is its own; import it where it is';
}
