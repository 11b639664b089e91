import { findDomain, isCode, type ProjectFile } from './files.ts';

const NOUN = '[a-z0-9]+(?:-[a-z0-9]+)*';

/** The kinds of files allowed in a domain, by folder. Nothing else: see docs/decisions and the architecture's rules. */
const KINDS: Record<'domain' | 'server' | 'web', RegExp[]> = {
  domain: [
    new RegExp(`^${NOUN}\\.(contract|schemas|rules|errors|list|factory)\\.ts$`),
    new RegExp(`^${NOUN}\\.(rules|contract)\\.test\\.ts$`),
  ],
  server: [new RegExp(`^${NOUN}(\\.(routes|queries|factory|(long\\.)?test))?\\.ts$`)],
  web: [
    new RegExp(`^${NOUN}(\\.(api|list|worker|test))?\\.ts$`),
    new RegExp(`^${NOUN}(\\.(screen|test|screen\\.test))?\\.tsx$`),
    new RegExp(`^${NOUN}\\.html$`),
  ],
};

/** What server and browser agree on, and the catalogues of texts. */
const CONTRACT = [new RegExp(`^${NOUN}(\\.(schemas|list|test))?\\.ts$`), /^languages\/[a-z]{2}\.json$/];

/** Names that reveal nothing about the content. Those of the first list are refused as part of a name, too. */
const EMPTY_WORDS = new Set(['util', 'utils', 'helper', 'helpers', 'misc', 'manager']);
const EMPTY_NAMES = new Set(['common', 'shared', 'base', 'data', 'info', 'index']);
const NAMED_INDEX = new Set(['ecu/index.ts']);

export function findUnknownKinds(files: ProjectFile[]): string[] {
  return files.flatMap(({ path }) => {
    const findings: string[] = [];
    if (/^(?:contract|features)\//.test(path) && !isKnownKind(path))
      findings.push(`${path}: no such kind of file in a domain`);
    if (isCode(path) && !NAMED_INDEX.has(path)) {
      const empty = findEmptyName(path);
      if (empty !== null) findings.push(`${path}: "${empty}" says nothing; name it for what it holds`);
    }
    return findings;
  });
}

function isKnownKind(path: string): boolean {
  const [top, ...inside] = path.split('/');
  if (top === 'contract') return CONTRACT.some((kind) => kind.test(inside.join('/')));
  if (findDomain(path) === null) return false;
  const name = inside.pop() ?? '';
  // A domain that has grown is split by sub-nouns, with the same vocabulary inside.
  const side = inside.find((folder) => folder === 'server' || folder === 'web') ?? 'domain';
  return KINDS[side].some((kind) => kind.test(name));
}

function findEmptyName(path: string): string | null {
  const parts = path.split('/').map((part) => part.split('.')[0] ?? '');
  for (const part of parts) {
    if (EMPTY_NAMES.has(part)) return part;
    const word = part.split('-').find((candidate) => EMPTY_WORDS.has(candidate));
    if (word) return word;
  }
  return null;
}
