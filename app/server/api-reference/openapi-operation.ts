import { listRolesWith, type Role } from '../../../contract/capabilities.ts';
import { hasQuery, listParameterNames, type Endpoint, type Who } from '../../../contract/endpoint.ts';
import { nameOf, tagOf } from '../../endpoints.ts';
import type { ErrorCatalogue } from './openapi-errors.ts';
import { composeExample } from './openapi-examples.ts';
import { toPascalCase, type JsonSchema, type SchemaCatalogue } from './openapi-schemas.ts';

type Json = Record<string, unknown>;

export interface Catalogues {
  schemas: SchemaCatalogue;
  errors: ErrorCatalogue;
}

const ROLES: Record<Role, string> = { CUSTOMER: 'customers', ADMIN: 'administrators' };

function describeReaders(who: Who): string {
  if (who === 'anyone') return 'For anyone, without a session.';
  if (who === 'signed-in') return 'For everyone who is logged in.';
  return `For ${listRolesWith(who)
    .map((role) => ROLES[role])
    .join(' and ')}.`;
}

export function describeOperation(endpoint: Endpoint, { schemas, errors }: Catalogues): Json {
  const name = nameOf(endpoint);
  const { inPath, inQuery, body } = splitInput(endpoint, schemas);
  const parameters = [
    ...inPath.map((field) => parameter(field, 'path', endpoint, schemas)),
    ...inQuery.map((field) => parameter(field, 'query', endpoint, schemas)),
    ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(endpoint.polled ? [IF_NONE_MATCH] : []),
  ];
  return {
    operationId: name,
    summary: endpoint.summary,
    description: describe(endpoint),
    tags: [tagOf(endpoint)],
    security: endpoint.who === 'anyone' ? [] : [{ session: [] }],
    'x-who': endpoint.who,
    parameters,
    ...(body !== null && { requestBody: describeBody(endpoint, body, schemas) }),
    responses: {
      [String(endpoint.status ?? 200)]: describeReply(endpoint, schemas),
      ...(endpoint.polled && { 304: { description: 'Nothing has changed since the ETag of `If-None-Match`.' } }),
      ...errors.describeResponses(endpoint),
    },
  };
}

/** Returns the text of the contract, and sentences that follow from the rest of it. */
function describe({ description, who, needsActivation, perMinute, file }: Endpoint): string {
  const sentences = [
    description,
    describeReaders(who),
    needsActivation && 'Customers with a confirmed e-mail address only, where the operator demands it.',
    file !== undefined && 'A file of at most 20 MB.',
    perMinute !== undefined && `At most ${perMinute} calls in a minute from one network.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

interface Split {
  inPath: string[];
  inQuery: string[];
  body: JsonSchema | null;
}

/** Splits the input, which is one object: where each field is sent depends on the method and the path. */
function splitInput(endpoint: Endpoint, schemas: SchemaCatalogue): Split {
  const input = schemas.inputOf(endpoint);
  const { properties = {}, required = [] } = schemas.resolve(input);
  const inPath = listParameterNames(endpoint.path);
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  if (hasQuery(endpoint)) return { inPath, inQuery: rest, body: null };
  if (rest.length === 0 && endpoint.file === undefined) return { inPath, inQuery: [], body: null };
  if (inPath.length === 0) return { inPath, inQuery: [], body: input };
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest.map((name) => [name, properties[name] as JsonSchema])),
    required: required.filter((name) => rest.includes(name)),
  };
  return { inPath, inQuery: [], body };
}

function parameter(name: string, place: 'path' | 'query', endpoint: Endpoint, schemas: SchemaCatalogue): Json {
  const whole = schemas.resolve(schemas.inputOf(endpoint));
  const schema = whole.properties?.[name] ?? {};
  const required = place === 'path' || (whole.required ?? []).includes(name);
  const example = composeExample(schema, { name, within: nameOf(endpoint) }, schemas);
  return { name, in: place, required, schema, example };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A text of your own for this one call. A repeat with the same key changes nothing and replies the same.',
  schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
  example: 'a3c1f0d2-upload-1',
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the last reply.',
  schema: { type: 'string' },
  example: '"2Zw0cUq1mBqv9p8y5Xb1hQ3e7aA"',
};

function describeBody(endpoint: Endpoint, body: JsonSchema, schemas: SchemaCatalogue): Json {
  const name = nameOf(endpoint);
  const { properties = {}, required = [] } = schemas.resolve(body);
  const isEmpty = Object.keys(properties).length === 0;
  const schema = isEmpty ? body : schemas.name(`${toPascalCase(name)}Request`, body);
  const example = composeExample(schema, { name, within: name }, schemas);
  if (endpoint.file === undefined) {
    return { required: required.length > 0, content: { 'application/json': { schema, example } } };
  }
  const fileField = endpoint.fileField ?? 'file';
  const form = {
    type: 'object',
    properties: { ...(!isEmpty && { jsonData: schema }), [fileField]: { type: 'string', format: 'binary' } },
    required: [...(required.length > 0 ? ['jsonData'] : []), ...(endpoint.file === 'optional' ? [] : [fileField])],
  };
  const formExample = { ...(!isEmpty && { jsonData: example }), [fileField]: '(the bytes of the file)' };
  return { required: true, content: { 'multipart/form-data': { schema: form, example: formExample } } };
}

function describeReply(endpoint: Endpoint, schemas: SchemaCatalogue): Json {
  const reply = schemas.replyOf(endpoint);
  if (reply === null) {
    const schema = { type: 'string', format: 'binary' };
    return { description: 'The bytes of the file.', content: { 'application/octet-stream': { schema } } };
  }
  const name = nameOf(endpoint);
  const schema = reply.type === 'array' ? reply : schemas.name(`${toPascalCase(name)}Reply`, reply);
  const example = composeExample(reply, { name, within: name }, schemas);
  return {
    description: 'It worked.',
    ...(endpoint.polled && { headers: { ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' } } } }),
    content: { 'application/json': { schema, example } },
  };
}
