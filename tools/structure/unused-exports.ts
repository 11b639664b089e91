import { isCode, isGenerated, type ProjectFile } from './files.ts';

/** Types are also exported for the declarations of what has them. */
const EXPORT = /^export (?:async )?(?:const|function\*?|class) ([\w$]+)/gm;
const WORD = /[\w$]+/g;
/** Read by Storybook and by the compiler, or in place of a package (tools/vite). */
const READ_BY_NAME = /^\.storybook\/|\.stories\.tsx$|^web\/(?:jsx\/|client\/router-framework|ui\/style-singleton)/;

/** Finds what a file exports although no other file names it: a reader would look for its users in vain. */
export function findUnusedExports(files: readonly ProjectFile[]): string[] {
  const code = files.filter(({ path }) => isCode(path));
  const usedIn = new Map<string, number>();
  for (const { text } of code)
    for (const word of new Set(text.match(WORD))) usedIn.set(word, (usedIn.get(word) ?? 0) + 1);
  return code
    .filter((file) => !READ_BY_NAME.test(file.path) && !isGenerated(file))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(EXPORT), ([, name = '']) => name)
        .filter((name) => usedIn.get(name) === 1)
        .map((name) => `${path}: ${name} is exported and used nowhere else`),
    );
}
