import { findComposition, findDomain, isCode, type ProjectFile } from './files.ts';

const NOUN = '[a-z0-9]+(?:-[a-z0-9]+)*';

/** The kinds of files allowed in a domain, by folder. Nothing else: see docs/decisions and the architecture's rules. */
const KINDS: Record<'domain' | 'server' | 'web', RegExp[]> = {
  domain: [
    new RegExp(`^${NOUN}\\.(contract|schemas|rules|errors|list|factory)\\.ts$`),
    new RegExp(`^${NOUN}\\.(rules|contract)\\.test\\.ts$`),
  ],
  server: [new RegExp(`^${NOUN}(\\.(routes|queries|factory|(long\\.)?test))?\\.ts$`)],
  web: [new RegExp(`^${NOUN}\\.(api|list)\\.ts$`), new RegExp(`^${NOUN}(\\.(screen|test|screen\\.test))?\\.tsx$`)],
};

const ABOVE_DOMAINS = new Set([
  'capabilities.ts',
  'capabilities.test.ts',
  'endpoint.ts',
  'endpoints.ts',
  'endpoints.test.ts',
  'examples.ts',
  'fields.schemas.ts',
  'pages.schemas.ts',
  'sentence.schemas.ts',
  'csv.ts',
  'csv.test.ts',
  'time-zone.ts',
  'zone-time.ts',
  'zone-time.test.ts',
  'refusal.ts',
  'bad-input.ts',
  'limit-reached.ts',
  'texts.ts',
  'brand.list.ts',
  'unicode-domain.ts',
  'unicode-domain.test.ts',
  'visible-text.test.ts',
  'visible-text.ts',
  'languages.list.ts',
  'refusal.test.ts',
]);

/** Names that reveal nothing about the content. Those of the first list are refused as part of a name, too. */
const EMPTY_WORDS = new Set(['util', 'utils', 'helper', 'helpers', 'misc', 'manager']);
const EMPTY_NAMES = new Set(['common', 'shared', 'base', 'data', 'info', 'index']);
const NAMED_INDEX = new Set(['ecu/index.ts']);

export function findUnknownKinds(files: ProjectFile[]): string[] {
  return files.flatMap(({ path }) => {
    const findings: string[] = [];
    if (/^(?:app|portal)\//.test(path) && !isKnownKind(path))
      findings.push(`${path}: no such kind of file in a domain`);
    if (isCode(path) && !NAMED_INDEX.has(path)) {
      const empty = findEmptyName(path);
      if (empty !== null) findings.push(`${path}: "${empty}" says nothing; name it for what it holds`);
    }
    return findings;
  });
}

function isKnownKind(path: string): boolean {
  const owner = findDomain(path) ?? findComposition(path);
  if (owner === null) return ABOVE_DOMAINS.has(path.slice('portal/'.length));
  const inside = path.split('/').slice(path.startsWith('app/') ? 1 : 2);
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
