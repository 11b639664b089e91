// npm run house: prints the size of the repository beside the aims it was given. A ruler, not a gate: it never fails.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import pg from 'pg';
import ts from 'typescript-5';
import { withMigratedDatabase } from './migrated-database.ts';
import { listProjectFiles } from './structure/files.ts';

const texts = new Map(
  listProjectFiles()
    .filter(({ path }) => /\.(ts|tsx|mjs|cjs|js|css|sql)$/.test(path))
    .map(({ path, text }) => [path, text]),
);
const paths = [...texts.keys()];

/** Tests, and what is made for them; the samples of the ECU library count as such. */
const isTest = (path: string) =>
  /\.(test|spec|stories|factory|sample|check|global)\.tsx?$|\/testing\/|^(journeys|\.storybook)\//.test(path);
const isTool = (path: string) => path.startsWith('tools/') && !isTest(path);
const isProduct = (path: string) => !isTool(path) && !isTest(path);
const linesOf = (chosen: string[]) => chosen.reduce((sum, path) => sum + texts.get(path)!.split('\n').length - 1, 0);

function parse(path: string) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, texts.get(path) ?? '', ts.ScriptTarget.Latest, false, kind);
}

interface Declaration {
  file: string;
  names: Set<string>;
}
interface Source {
  declared: Map<string, Declaration>;
  /** By the name here: the file it is from, and its name there; `*` is all of it. */
  imported: Map<string, { file: string; name: string }>;
  /** Files that are loaded with this one. */
  loaded: string[];
}

const sources = new Map<string, Source>();

function readSource(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const source: Source = { declared: new Map(), imported: new Map(), loaded: [] };
  sources.set(file, source);
  for (const statement of parse(file).statements) {
    if (ts.isImportDeclaration(statement)) readImport(file, statement, source);
    else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier && !statement.isTypeOnly)
      addLoaded(file, statement.moduleSpecifier, source);
    else if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations) declare(file, one.name, one, source);
    else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
      declare(file, statement.name, statement, source);
  }
  return source;
}

function addLoaded(file: string, specifier: ts.Expression, source: Source): string | null {
  const target = join(dirname(file), (specifier as ts.StringLiteral).text);
  if (!(specifier as ts.StringLiteral).text.startsWith('.') || !texts.has(target)) return null;
  source.loaded.push(target);
  return target;
}

function readImport(file: string, { importClause, moduleSpecifier }: ts.ImportDeclaration, source: Source): void {
  if (importClause?.isTypeOnly) return;
  const target = addLoaded(file, moduleSpecifier, source);
  const bindings = importClause?.namedBindings;
  if (target === null || !bindings) return;
  if (ts.isNamespaceImport(bindings)) source.imported.set(bindings.name.text, { file: target, name: '*' });
  else
    for (const { name, propertyName, isTypeOnly } of bindings.elements)
      if (!isTypeOnly) source.imported.set(name.text, { file: target, name: (propertyName ?? name).text });
}

function declare(file: string, name: ts.BindingName, node: ts.Node, source: Source): void {
  const names = new Set<string>();
  const visit = (inner: ts.Node) => {
    if (ts.isTypeNode(inner)) return;
    if (ts.isIdentifier(inner)) names.add(inner.text);
    ts.forEachChild(inner, visit);
  };
  visit(node);
  const declaration = { file, names };
  const bound = ts.isIdentifier(name) ? [name] : name.elements.flatMap((one) => ('name' in one ? [one.name] : []));
  for (const one of bound) if (ts.isIdentifier(one)) source.declared.set(one.text, declaration);
}

/** Returns what a declaration names: of its own file, and of the files it imports from. */
function namedBy({ file, names }: Declaration): Declaration[] {
  const { declared, imported } = readSource(file);
  return [...names].flatMap((name) => {
    const own = declared.get(name);
    if (own) return [own];
    const target = imported.get(name);
    if (!target) return [];
    const there = readSource(target.file).declared;
    return target.name === '*'
      ? [...there].filter(([other]) => names.has(other)).map(([, one]) => one)
      : [there.get(target.name) ?? []].flat();
  });
}

/** Lists the files with the functions that a function calls, and those that they call. */
function listFilesFrom(file: string, name: string): string[] {
  const first = readSource(file).declared.get(name);
  const reached = new Set(first ? [first] : []);
  for (const one of reached) for (const next of namedBy(one)) reached.add(next);
  return [...reached].map((one) => one.file).filter((path) => !/^(ecu|contract)\//.test(path));
}

/** Finds the file and the function that a route hands its call to. */
function followCall(call: string): string[] {
  const handled = new RegExp(`handle\\(\\s*\\w*\\.?${call},[^]*?=>\\s*(?:\\{\\s*return )?(?:await )?(\\w+)\\(`);
  const route = paths.find((path) => isProduct(path) && handled.test(texts.get(path)!));
  if (!route) return [];
  const name = handled.exec(texts.get(route)!)![1] ?? '';
  const target = readSource(route).imported.get(name) ?? { file: route, name };
  return [...new Set([route, ...listFilesFrom(target.file, target.name)])];
}

function listLoaded(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const target of readSource(file).loaded) listLoaded(target, found);
  return found;
}

const COUNT_TRIGGERS = `SELECT count(DISTINCT (tgrelid, tgname))::int AS triggers FROM pg_trigger t
  JOIN pg_class c ON c.oid = tgrelid JOIN pg_namespace n ON n.oid = relnamespace
  WHERE NOT tgisinternal AND tgparentid = 0 AND nspname = 'public'`;

const countTriggers = (): Promise<number | string> =>
  withMigratedDatabase(async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<{ triggers: number }>(COUNT_TRIGGERS)).rows[0]?.triggers ?? 0;
    } finally {
      await client.end();
    }
  }).catch(() => 'no database could be started');

const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(server|web)$/.test(entry.name),
  );
const nouns = folders('features').map(({ name }) => name);
const aspects = nouns.flatMap((noun) => folders(`features/${noun}`));
/** What stands before a file's ending: `calls` in tickets.calls.ts; every test but a long one is a `test`. */
const kinds = new Set(
  paths
    .filter((path) => path.startsWith('features/') && /\.tsx?$/.test(path))
    .map((path) => path.split('/').at(-1)?.split('.').slice(1, -1) ?? [])
    .map((words) => (words.at(-1) === 'test' ? words.filter((word) => word === 'long' || word === 'test') : words))
    .map((words) => words.join('.')),
);
kinds.delete('');
const listed = (files: string[]) => files.map((path) => `\n    ${path}`).join('');
const matches = (path: string, pattern: RegExp) => readFileSync(path, 'utf8').match(pattern)?.length ?? 0;
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const upload = followCall('createFile');
const payment = followCall('confirmAndPay');
const product = paths.filter(isProduct);

const rows: [what: string, now: number | string, start: number, aim: number][] = [
  ['product files', product.length, 1_780, 1_250],
  ['product lines without ecu/', linesOf(product.filter((path) => !path.startsWith('ecu/'))), 92_237, 78_000],
  ['lines of tools', linesOf(paths.filter(isTool)), 15_609, 8_000],
  ['lines of tests', linesOf(paths.filter(isTest)), 83_796, 66_000],
  ['nouns in features/', nouns.length, 36, 11],
  ['triggers', await countTriggers(), 74, 30],
  ['settings in .env.example', matches('.env.example', /^#? ?[A-Z][A-Z0-9_]*=/gm), 85, 45],
  ['npm scripts', Object.keys(scripts).length, 37, 20],
  ['files to open for an upload', upload.length, 42, 20],
  ['files to open for a payment from the balance', payment.length, 22, 12],
  ['modules at boot', listLoaded('app/server/boot.ts').size, 986, 650],
  ['kinds of file in features/', kinds.size, 13, 10],
];

console.log(`${'now'.padStart(46 + 9)}${'start'.padStart(9)}${'aim'.padStart(9)}`);
for (const [what, ...numbers] of rows)
  console.log(what.padEnd(46) + numbers.map((one) => one.toLocaleString('en').padStart(9)).join(''));
console.log(`
The start is the commit before the rebuild, measured in the same way.
${nouns.length} nouns with ${aspects.length} aspects: ${nouns.join(', ')}.
Modules at boot: the files of this repository that app/server/boot.ts loads by its imports.
Files to open: the route of a call, and every file with a function or constant that is used on the way from its handler
to the last statement, following names. ecu/ and contract/, the service Deps and the text of types are not followed.
  upload:${listed(upload)}
  payment from the balance:${listed(payment)}`);
