import type { Endpoint } from '../../../contract/endpoint.ts';
import { TAGS } from '../../endpoints.ts';
import { describeErrors } from './openapi-errors.ts';
import { describeEvents, SERVER_EVENT } from './openapi-events.ts';
import { describeFields, type ApiDocument } from './openapi-fields.ts';
import { describeOperation } from './openapi-operation.ts';
import { collectSchemas } from './openapi-schemas.ts';

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
file with its name, at most 20 MB. Calls with the header \`Idempotency-Key\` can be repeated after a lost connection:
the same key never stores a second file.

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
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = describeOperation(endpoint, { schemas, errors });
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
