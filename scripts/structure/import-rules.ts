/** Tests and factories import across domains and run in Node. */
const TEST = ['[.](test|spec|stories|factory)[.]tsx?$', '/testing/'];
const WEB = ['^web/', '^(app|portal)/web/', '^(app|portal)/.+/web/'];
const SERVER = ['^server/', '^(app|portal)/server/', '^(app|portal)/.+/server/'];
const DOMAIN = ['^portal/([^/]+)/'];

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
    { path: ['^ecu/', '^(app|portal)/', '^web/'], except: ['^ecu/cli/', ...SERVER] },
    { dependencyTypes: ['core'] },
  ),
  forbid('the browser cannot run server code', { path: WEB }, { path: SERVER }),
  forbid(
    `another domain's queries and routes are its own; use its verbs`,
    { path: DOMAIN },
    { path: '^portal/[^/]+/.*[.](queries|routes)[.]ts$', pathNot: '^portal/$1/' },
  ),
  forbid(
    `a domain's queries are its own; use its verbs`,
    { path: ['^(app|server|scripts)/'] },
    { path: '^portal/.+[.]queries[.]ts$' },
  ),
  forbid(
    'this code knows no domain',
    // Exceptions are the frame around the screens, their addresses, who is signed in, and the browser's notifications.
    { path: ['^server/', '^ecu/', '^web/'], except: ['^web/(shell/|(routing|push|session)[.]tsx?$)'] },
    { path: ['^portal/[^/]+/', '^app/'] },
  ),
  forbid(
    'what composes domains is above them',
    // Exceptions are the list of all calls, that of all screens, and the frame around these.
    { path: ['^portal/', '^web/'], except: ['^portal/endpoints[.]ts$', '^web/routing[.]tsx$', '^web/shell/'] },
    { path: '^app/' },
  ),
];

export const isTest = (path: string) => TEST.some((place) => new RegExp(place).test(path));
