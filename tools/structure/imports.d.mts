/** What the files below these folders of `root` import and may not, and how many files there are. */
export function findForbiddenImports(root: string, folders: string[]): Promise<{ findings: string[]; files: number }>;
