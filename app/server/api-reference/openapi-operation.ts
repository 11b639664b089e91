import { REMEMBERED_DAYS, whyNotRemembered } from '../../../server/http/remembered-calls.ts';
import { type Role, listRolesWith } from '../../../contract/capabilities.ts';
import {
  type Endpoint,
  type Who,
  capabilityOfStaff,
  hasQuery,
  isOpenToStrangers,
  listParameterNames,
} from '../../../contract/endpoint.ts';
import { nameOf, tagOf } from '../../endpoints.ts';
import type { ErrorCatalogue } from './openapi-errors.ts';
import { type JsonSchema, type SchemaCatalogue, toPascalCase } from './openapi-schemas.ts';
import { EXAMPLES } from './examples.ts';

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
    ...(whyNotRemembered(endpoint) === null ? [IDEMPOTENCY_KEY] : []),
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
function describe(endpoint: Endpoint): string {
  const { description, who, needsActivation, perMinute, file } = endpoint;
  const needed = capabilityOfStaff(endpoint);
  const sentences = [
    description,
    describeReaders(who),
    needed !== undefined && `A staff role has to include \`${needed}\`.`,
    needsActivation && 'Customers with a confirmed e-mail address only, where the operator demands it.',
    file !== undefined && 'A file of at most 20 MB.',
    perMinute !== undefined &&
      `At most ${perMinute} calls in a minute ${isOpenToStrangers(endpoint) ? 'from one network' : 'by one user'}.`,
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
  description: `A text of your own for this one call. For ${REMEMBERED_DAYS} days a repeat with the same key changes nothing and replies the same; a refused call may be repeated.`,
  schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
  example: 'a3c1f0d2-order-1',
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

/** Location of a value: the name of its field, and of the schema or call that contains it. */
interface Place {
  name: string;
  within: string;
}

const MOMENT = '2026-11-20T09:30:00.000Z';

/** Composes an example of a schema from the examples of its fields. */
function composeExample(schema: JsonSchema, place: Place, schemas: SchemaCatalogue): unknown {
  const { name, within } = place;
  if (schema.$ref !== undefined) {
    const resolved = schemas.resolve(schema);
    const own = resolved.type === 'object' ? schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1) : within;
    return composeExample(resolved, { name, within: own }, schemas);
  }
  const given = [`${within}.${name}`, name].find((key) => Object.hasOwn(EXAMPLES, key));
  if (given !== undefined && matchesSchema(EXAMPLES[given], schema, schemas)) return EXAMPLES[given];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return composeExample(schema.anyOf[0] as JsonSchema, place, schemas);
  if (schema.properties !== undefined) return composeFields(schema.properties, within, schemas);
  return composeValue(schema, place, schemas);
}

const composeFields = (fields: Record<string, JsonSchema>, within: string, schemas: SchemaCatalogue) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, composeExample(schema, { name, within }, schemas)]),
  );

function composeValue(schema: JsonSchema, place: Place, schemas: SchemaCatalogue): unknown {
  const types = typesOf(schema);
  if (schema.format === 'date-time' || (/(_at|At)$/.test(place.name) && types.includes('string'))) return MOMENT;
  if (types.includes('null')) return null;
  if (types.includes('array')) return schema.items === undefined ? [] : [composeExample(schema.items, place, schemas)];
  if (types.includes('object')) return {};
  if (types.includes('boolean')) return false;
  if (types.includes('integer') || types.includes('number')) return Math.max(1, Number(schema.minimum ?? 1));
  return place.name.replaceAll('_', ' ');
}

const typesOf = ({ type = 'null' }: JsonSchema): string[] => (typeof type === 'string' ? [type] : type);

/** Returns whether an example has the kind of the schema: the same name is used for texts, numbers and lists. */
function matchesSchema(example: unknown, schema: JsonSchema, schemas: SchemaCatalogue): boolean {
  if (schema.$ref !== undefined) return matchesSchema(example, schemas.resolve(schema), schemas);
  if (schema.anyOf !== undefined) return schema.anyOf.some((one) => matchesSchema(example, one, schemas));
  if (schema.const !== undefined) return schema.const === example;
  if (schema.enum !== undefined) return schema.enum.includes(example);
  if (Array.isArray(example) && example.some((item) => !matchesSchema(item, schema.items ?? {}, schemas))) return false;
  if (schema.required?.some((name) => !Object.hasOwn(Object(example), name))) return false;
  const kind = Array.isArray(example) ? 'array' : typeof example;
  const types = typesOf(schema);
  const isOfKind = types.includes(kind) || (types.includes('integer') && Number.isInteger(example));
  return isOfKind && (typeof example !== 'string' || new RegExp(schema.pattern ?? '', 'u').test(example));
}
