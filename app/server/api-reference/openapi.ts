import { type Endpoint, endpoint } from '../../../contract/endpoint.ts';
import { TAGS } from '../../endpoints.ts';
import { describeErrors, type ErrorCatalogue } from './openapi-errors.ts';
import { describeOperation } from './openapi-operation.ts';
import { type JsonSchema, collectSchemas } from './openapi-schemas.ts';
import { Nothing } from '../../../contract/fields.ts';
import { EVENT_SUBJECTS } from '../../../server/events/audience.ts';

import DESCRIPTIONS from './field-descriptions.json' with { type: 'json' };

type Json = Record<string, unknown>;

const DESCRIPTION = `Everything that the web app of this portal does goes through these calls.

**Log in** with \`POST /api/login\` and send the token with every further call: \`Authorization: Bearer …\`. A token is
valid for 7 days for customers and for 12 hours for administrators, or until \`logout\`, a new password, another role or
an administrator ends its session; then calls reply 403, and the program logs in again. There is no renewal.

**A job**, in this order:

1. The customer uploads a file: \`createFile\`, with the ids of \`listSolutions\`.
2. Staff attach the modified file: \`uploadModified\`.
3. Staff set the price: \`setFeasibility\` with POSSIBLE. Without a modified file this is refused with
   \`files.modified_missing\`; the file may also be sent with this call, which does both at once.
4. The customer pays: \`confirmAndPay\`, with the price that was shown.
5. The customer downloads: \`downloadModified\`.

**Errors** have a \`code\` for programs and a \`message\` for people; \`field\` names the input it belongs to. 400: a rule
refuses it, or the input is wrong. 401 and 403: log in (again). 404: it is not there, or belongs to another customer.
429 and 503: try again after \`Retry-After\` seconds.

**Files** are sent as \`multipart/form-data\` with two parts: \`jsonData\`, the other fields as JSON text, and then the
file with its name, at most 20 MB.

**Writes** with the header \`Idempotency-Key\` can be repeated after a lost connection: a key does its work once. A key that
was used for another call, or with other content, is refused with \`http.idempotency_reused\`.

**Changes** arrive at \`GET /api/events\`, a stream of server-sent events; without it, ask at most every few seconds.

**Lists** with \`cursor\` are read a page at a time: send \`next_cursor\` of a page as the \`cursor\` of the next one.
A call with \`ETag\` replies 304 without a body to \`If-None-Match\` while nothing has changed.

**Amounts** are credits with at most two decimals (1 CRS = 1 EUR), moments ISO 8601 in UTC.`;

export interface ApiFacts {
  version: string;
  /** Address of the portal; null: the one that the document is loaded from. */
  publicUrl: string | null;
}

/** Returns the OpenAPI 3.1 description of the endpoint table. */
export function describeApi(endpoints: readonly Endpoint[], { version, publicUrl }: ApiFacts): Json {
  const schemas = collectSchemas(endpoints);
  const errors = describeErrors(endpoints, schemas);
  const paths: Record<string, Json> = { '/api/events': describeEvents(errors) };
  for (const one of endpoints) {
    const path = `/api${one.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[one.method.toLowerCase()] = describeOperation(one, { schemas, errors });
  }
  const api = structuredClone({
    openapi: '3.1.0',
    info: {
      title: 'Tunedesk',
      version,
      summary: 'Vehicle ECU-file tuning: files, prices, credits, tickets and DTC OFF.',
      description: DESCRIPTION,
      contact: { name: 'The operator of this portal', ...(publicUrl === null ? {} : { url: publicUrl }) },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl?.replace(/\/$/, '') ?? '/', description: 'This portal' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas.components, ServerEvent: SERVER_EVENT },
      responses: errors.responses,
      examples: errors.examples,
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'The token of a session.' } },
    },
  });
  describeFields(api as unknown as ApiDocument);
  return api;
}

/** Location of a field: the schema or call that contains it, and the field that it is a part of. */
interface Place {
  within: string;
  parent?: string;
}

type Described = JsonSchema & { description?: string };

/** The parts of an OpenAPI document that contain schemas. */
interface Media {
  content?: Record<string, { schema?: JsonSchema }>;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; description?: string }[];
  requestBody?: Media;
  responses: Record<string, Media>;
}
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Media> };
}

const TEXTS = new Map(Object.entries(DESCRIPTIONS));

/**
 * Adds the description of every parameter and field, from `app/server/api-reference/field-descriptions.json`. A key there is the name of
 * a field, or `parent.field`, `Schema.field` or `call.field` where the name alone means something else.
 */
function describeFields({ paths, components }: ApiDocument): void {
  for (const [within, schema] of Object.entries(components.schemas)) describeSchema(schema, { within });
  for (const response of Object.values(components.responses)) describeMedia(response, 'Problem');
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId: within, parameters = [], requestBody = {}, responses } = operation;
    for (const parameter of parameters) parameter.description ??= findDescription(parameter.name, { within });
    for (const media of [requestBody, ...Object.values(responses)]) describeMedia(media, within);
  }
}

function describeMedia({ content = {} }: Media, within: string): void {
  for (const { schema } of Object.values(content)) if (schema !== undefined) describeSchema(schema, { within });
}

function describeSchema(schema: Described, place: Place): void {
  const { properties = {}, items, additionalProperties, anyOf = [], allOf = [] } = schema;
  for (const [name, field] of Object.entries<Described>(properties)) {
    field.description ??= findDescription(name, place);
    describeSchema(field, { ...place, parent: name });
  }
  for (const part of [items, additionalProperties, ...anyOf, ...(allOf as JsonSchema[])])
    if (typeof part === 'object') describeSchema(part, place);
}

const findDescription = (name: string, { within, parent }: Place): string | undefined =>
  [`${parent}.${name}`, `${within}.${name}`, name].map((key) => TEXTS.get(key)).find((text) => text !== undefined);

/** The call as far as the endpoint table could hold it: a stream has no schema for its whole reply. */
const LISTEN = endpoint({ method: 'GET', path: '/events', who: 'signed-in', input: Nothing, reply: 'bytes' });

const EVENT_EXAMPLE = { what: 'file', id: 231 };

const EVENTS_DESCRIPTION = `A stream of server-sent events that stays open. The \`data\` of each event is a ServerEvent, which names what
has changed and nothing more: make the call that reads it again. Lines that begin with a colon only keep the connection
open. The stream ends with its session, and when the account has opened too many of them. Connect again after a few
seconds, and then read everything again. For everyone who is logged in.`;

/** Describes `GET /api/events`. */
function describeEvents(errors: ErrorCatalogue): Json {
  const { 403: noAccess, 503: busy } = errors.describeResponses(LISTEN);
  const content = {
    'text/event-stream': { schema: { $ref: '#/components/schemas/ServerEvent' }, example: EVENT_EXAMPLE },
  };
  return {
    get: {
      operationId: 'listenToEvents',
      summary: 'Listen to changes',
      description: EVENTS_DESCRIPTION,
      tags: ['Messaging'],
      security: [{ session: [] }],
      'x-who': LISTEN.who,
      parameters: [],
      responses: { 200: { description: 'The stream.', content }, 403: noAccess, 503: busy },
    },
  };
}

const SERVER_EVENT = {
  type: 'object',
  properties: { what: { type: 'string', enum: EVENT_SUBJECTS }, id: { type: 'integer' } },
  required: ['what', 'id'],
};
