import type { Endpoint } from '../../portal/endpoint.ts';
import { errorsOf } from './call-errors.ts';
import type { SchemaCatalogue } from './openapi-schemas.ts';

type Json = Record<string, unknown>;

export interface ErrorCatalogue {
  /** Error replies of a call, by status. */
  responsesOf: (endpoint: Endpoint) => Record<string, Json>;
  components: Record<string, Json>;
}

interface Kind {
  name: string;
  description: string;
  message: string;
}

const KINDS: Readonly<Record<number, Kind>> = {
  400: {
    name: 'Refused',
    description: 'A rule refuses it, or the input is wrong.',
    message: 'The request could not be read.',
  },
  401: { name: 'NotLoggedIn', description: 'There is no session.', message: 'Please log in.' },
  403: {
    name: 'NoAccess',
    description: 'The session is over, or the account may not do this.',
    message: 'Your session has ended. Please log in again.',
  },
  404: { name: 'NotFound', description: 'It is not there, or belongs to another customer.', message: 'Not found' },
  413: { name: 'TooLarge', description: 'The body is too large.', message: 'What was sent is too large.' },
  415: {
    name: 'WrongType',
    description: 'The body is neither JSON nor a form.',
    message: 'This content type is not accepted here.',
  },
  416: { name: 'NoRange', description: 'The file has no such part.', message: 'The file has no such part.' },
  429: {
    name: 'TooMany',
    description: 'A limit is reached; `Retry-After` says for how many seconds.',
    message: 'Too many attempts. Please wait a moment and try again.',
  },
  500: {
    name: 'Fault',
    description: 'A fault of the portal; `request_id` finds it in its log.',
    message: 'Something went wrong',
  },
  503: {
    name: 'Busy',
    description: 'The portal is busy, or it took too long; `Retry-After` says when to try again.',
    message: 'The portal is busy. Please try again in a moment.',
  },
};

const PROBLEM = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string', description: 'For people.' },
    field: { type: 'string', description: 'The input it belongs to.' },
    values: {
      type: 'object',
      description: 'What the message names, and what has changed meanwhile.',
      additionalProperties: true,
    },
    request_id: { type: 'string', description: 'Of a fault of the portal.' },
  },
  required: ['code', 'message'],
};

/** Describes the error replies; those that most calls share are described once. */
export function describeErrors(endpoints: readonly Endpoint[], schemas: SchemaCatalogue): ErrorCatalogue {
  schemas.components.Problem = PROBLEM;
  const usual = findUsualCodes(endpoints);
  const components = Object.fromEntries(
    [...usual].map(([status, codes]) => [kindOf(status).name, describeError(status, codes.split(' '))]),
  );
  return {
    components,
    responsesOf: (endpoint) =>
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
    [...Map.groupBy(errorsOf(endpoint), ({ status }) => status)].map(([status, errors]) => [
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
  const { description, message } = kindOf(status);
  const code = { type: 'string', enum: codes };
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code } }] };
  return { description, content: { 'application/json': { schema, example: { code: codes[0], message } } } };
}
