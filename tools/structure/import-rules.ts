/** Tests and factories import across domains and run in Node. */
const TEST = ['[.](test|spec|stories|factory)[.]tsx?$', '/testing/'];
const WEB = ['^app/web/', '^features/.+/web/'];
const SERVER = ['^server/', '^app/server/', '^app/[^/]+/server/', '^features/.+/server/'];
/** An aspect of a feature, and what a feature has outside its aspects. */
const DOMAINS = ['^features/([^/]+/(?!server/|web/)[^/]+)/', '^features/([^/]+)/(?:server/|web/|[^/]+$)'];

export const FOLDERS = ['app', 'cli', 'contract', 'ecu', 'features', 'journeys', 'server', 'tools', 'web'];

/** Which folders a folder knows besides itself. Those that are not listed know all others. */
const KNOWN: Record<string, readonly string[]> = {
  cli: ['contract', 'features'],
  contract: [],
  ecu: [],
  server: ['contract'],
  web: ['contract'],
  features: ['contract', 'ecu', 'server', 'web'],
};

type Places = { path: string[]; except?: string[] };
type Target = {
  path?: string | string[];
  pathNot?: string;
  circular?: true;
  dependencyTypes?: 'core'[];
};

/** A rule in the form of dependency-cruiser. */
type ImportRule = { name: string; severity: 'error'; from: { path?: string[]; pathNot?: string[] }; to: Target };

/**
 * Forbids the product's files at these places to import what `to` describes; the sentence is the text of the report.
 */
const forbid = (sentence: string, { path, except = [] }: Places, to: Target): ImportRule => ({
  name: sentence,
  severity: 'error',
  from: { path, pathNot: [...TEST, ...except] },
  to,
});

export const IMPORT_RULES: ImportRule[] = [
  { name: 'files import each other in a circle', severity: 'error', from: {}, to: { circular: true } },
  forbid(
    'this code also runs where Node is not',
    // The library without its command line, code shared by both sides, and code that runs in the browser.
    { path: ['^contract/', '^ecu/', '^features/', '^app/', '^web/'], except: ['^ecu/cli/', ...SERVER] },
    { dependencyTypes: ['core'] },
  ),
  forbid('the browser cannot run server code', { path: WEB }, { path: SERVER }),
  ...DOMAINS.map((domain) =>
    forbid(
      `another domain's queries and routes are its own; use its verbs`,
      { path: [domain] },
      { path: '^features/.+[.](queries|routes)[.]ts$', pathNot: '^features/$1/server/' },
    ),
  ),
  forbid(
    `a domain's queries are its own; use its verbs`,
    { path: ['^(app|server|tools)/'] },
    { path: '^features/.+[.]queries[.]ts$' },
  ),
  ...Object.entries(KNOWN).map(([folder, known]) =>
    forbid(
      known.length === 0
        ? `${folder}/ knows nothing of the repository`
        : `${folder}/ knows ${known.join(', ')} and no more`,
      { path: [`^${folder}/`] },
      { path: `^(${FOLDERS.filter((other) => other !== folder && !known.includes(other)).join('|')})/` },
    ),
  ),
];

export const isTest = (path: string) => TEST.some((place) => new RegExp(place).test(path));
