import type { Endpoint } from '../../../contract/endpoint.ts';
import { EXAMPLES } from './examples.ts';
import { englishOf, fillIn, formatValues, type RefusalValues } from '../../../contract/texts.ts';
import { listCallErrors } from '../../../server/http/call-errors.ts';
import type { SchemaCatalogue } from './openapi-schemas.ts';

type Json = Record<string, unknown>;

export interface ErrorCatalogue {
  /** Error replies of a call, by status. */
  describeResponses: (endpoint: Endpoint) => Record<string, Json>;
  responses: Record<string, Json>;
  /** One example of each code. */
  examples: Record<string, Json>;
}

interface Kind {
  name: string;
  description: string;
}

const KINDS: Readonly<Record<number, Kind>> = {
  400: { name: 'Refused', description: 'A rule refuses it, or the input is wrong.' },
  401: { name: 'NotLoggedIn', description: 'There is no session.' },
  403: { name: 'NoAccess', description: 'The session is over, or the account may not do this.' },
  404: { name: 'NotFound', description: 'It is not there, or belongs to another customer.' },
  408: { name: 'NotInTime', description: 'The rest of the body did not arrive in time; it may be sent again.' },
  413: { name: 'TooLarge', description: 'The body is too large.' },
  415: { name: 'WrongType', description: 'The body is neither JSON nor a form.' },
  416: { name: 'NoRange', description: 'The file has no such part.' },
  429: { name: 'TooMany', description: 'A limit is reached; `Retry-After` says for how many seconds.' },
  500: { name: 'Fault', description: 'A fault of the portal; `request_id` finds it in its log.' },
  503: { name: 'Busy', description: 'The portal is busy, or it took too long; `Retry-After` says when to try again.' },
};

const PROBLEM = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    field: { type: 'string' },
    values: { type: 'object', additionalProperties: true },
    request_id: { type: 'string' },
  },
  required: ['code', 'message'],
};

/** Describes the error replies; those that most calls share are described once. */
export function describeErrors(endpoints: readonly Endpoint[], schemas: SchemaCatalogue): ErrorCatalogue {
  schemas.components.Problem = PROBLEM;
  const usual = findUsualCodes(endpoints);
  const everyCode = [...new Set(endpoints.flatMap(listCallErrors).map(({ code }) => code))].sort();
  const responses = Object.fromEntries(
    [...usual].map(([status, codes]) => [kindOf(status).name, describeError(status, codes.split(' '))]),
  );
  return {
    responses,
    examples: Object.fromEntries(everyCode.map((code) => [code, { value: composeProblem(code) }])),
    describeResponses: (endpoint) =>
      Object.fromEntries(
        [...codesByStatus(endpoint)].map(([status, codes]) => [
          String(status),
          usual.get(status) === codes.join(' ')
            ? { $ref: `#/components/responses/${kindOf(status).name}` }
            : describeError(status, codes),
        ]),
      ),
  };
}

function kindOf(status: number): Kind {
  const kind = KINDS[status];
  if (kind === undefined) throw new Error(`the API reference has no words for ${status}`);
  return kind;
}

const codesByStatus = (endpoint: Endpoint): Map<number, string[]> =>
  new Map(
    [...Map.groupBy(listCallErrors(endpoint), ({ status }) => status)].map(([status, errors]) => [
      status,
      errors.map(({ code }) => code).sort(),
    ]),
  );

/** Finds the codes that most calls have for a status; none for a status that only one call has. */
function findUsualCodes(endpoints: readonly Endpoint[]): Map<number, string> {
  const all = endpoints.flatMap((endpoint) =>
    [...codesByStatus(endpoint)].map(([status, codes]) => ({ status, codes: codes.join(' ') })),
  );
  const usual = new Map<number, string>();
  for (const [status, ofStatus] of Map.groupBy(all, (one) => one.status)) {
    const [first] = [...Map.groupBy(ofStatus, ({ codes }) => codes)].sort(([, a], [, b]) => b.length - a.length);
    if (first !== undefined && first[1].length > 1) usual.set(status, first[0]);
  }
  return usual;
}

function describeError(status: number, codes: readonly string[]): Json {
  const { description } = kindOf(status);
  const code = { type: 'string', enum: codes };
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code } }] };
  const ownFirst = [...codes].sort((one, other) => Number(isGeneralCode(one)) - Number(isGeneralCode(other)));
  const examples = Object.fromEntries(ownFirst.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
  return { description, content: { 'application/json': { schema, examples } } };
}

const isGeneralCode = (code: string): boolean => /^(http|session)\.|^\w+$/.test(code);

/** Composes the error as a caller receives it: the sentence of its code, and the values in the sentence. */
function composeProblem(code: string): Json {
  const sentence = englishOf(`errors.${code}`);
  const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return { code, message: sentence };
  const values = Object.fromEntries(names.map((name) => [name, findExample(code, name)]));
  return { code, message: fillIn(sentence, formatValues(values)), values };
}

function findExample(code: string, name: string): RefusalValues[string] {
  const key = [`${code}.${name}`, `Problem.${name}`, name].find((one) => Object.hasOwn(EXAMPLES, one));
  if (key === undefined)
    throw new Error(`app/server/api-reference/examples.ts has no value for {${name}} in the sentence of ${code}`);
  return EXAMPLES[key] as RefusalValues[string];
}
