import * as z from 'zod/mini';
import { parameterNames, type Endpoint } from '../../portal/endpoint.ts';
import { schemasOf } from '../../portal/endpoints.ts';

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

const PROBLEM: Json = {
  description: 'A rule said no, or the input is wrong: `message` is for the user.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          field: { type: 'string' },
          values: { type: 'object', description: 'What the sentence names, and what has changed meanwhile.' },
        },
        required: ['code', 'message'],
      },
    },
  },
};

/** The OpenAPI 3.1 description of the endpoint table. */
export function describeApi(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = describe(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tunedesk', version: '1' },
    paths,
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
  };
}

function describe(endpoint: Endpoint): Json {
  const input = jsonSchema(schemasOf(endpoint).input, 'input');
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const required = (input.required ?? []) as string[];
  const inPath = parameterNames(endpoint.path);
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  const inQuery = endpoint.method === 'GET' ? rest : [];
  const inBody = endpoint.method === 'GET' ? [] : rest;
  return {
    tags: [endpoint.path.split('/')[1]],
    ...(endpoint.who === 'anyone' ? {} : { security: [{ session: [] }], 'x-who': endpoint.who }),
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] })),
      ...inQuery.map((name) => ({ name, in: 'query', required: required.includes(name), schema: properties[name] })),
    ],
    ...body(endpoint, {
      type: 'object',
      properties: Object.fromEntries(inBody.map((name) => [name, properties[name]])),
      required: required.filter((name) => inBody.includes(name)),
    }),
    responses: { [String(endpoint.status ?? 200)]: reply(endpoint), 400: PROBLEM },
  };
}

function body(endpoint: Endpoint, schema: Json): Json {
  if (endpoint.file !== undefined) {
    const file = { [endpoint.fileField ?? 'file']: { type: 'string', format: 'binary' } };
    const form = { type: 'object', properties: { jsonData: schema, ...file } };
    return { requestBody: { content: { 'multipart/form-data': { schema: form } } } };
  }
  const isEmpty = Object.keys(schema.properties as Json).length === 0;
  return isEmpty ? {} : { requestBody: { content: { 'application/json': { schema } } } };
}

function reply(endpoint: Endpoint): Json {
  const { reply: schema } = schemasOf(endpoint);
  if (schema === 'bytes') {
    return { description: 'The file', content: { 'application/octet-stream': {} } };
  }
  return { description: 'Done', content: { 'application/json': { schema: jsonSchema(schema, 'output') } } };
}
