import { beforeAll, describe, expect, test } from 'vitest';
import { listParameterNames } from '../../../contract/endpoint.ts';
import { endpoints } from '../../endpoints.ts';
import descriptions from './field-descriptions.json' with { type: 'json' };
import { parseBuyer } from '../../../features/payments/server/provider.ts';
import { englishOf, fillIn, formatValues } from '../../../contract/texts.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

interface Schema {
  type?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  [rest: string]: unknown;
}
interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { $ref?: string; value?: Problem }>;
}
interface Problem {
  code: string;
  message: string;
  values?: Record<string, string | number | string[]>;
}
interface Operation {
  tags: string[];
  security?: unknown[];
  'x-who'?: string;
  operationId: string;
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
}
interface Response {
  $ref?: string;
  description: string;
  content?: Record<string, Media>;
}
interface Description {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    examples: Record<string, { value: Problem }>;
    securitySchemes: Record<string, unknown>;
  };
}

openStage();
let described: Description;
beforeAll(async () => {
  described = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as Description;
});

const pathOf = (path: string) => `/api${path.replace(/:(\w+)/g, '{$1}')}`;
const JSON_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** Checks JSON Schema 2020-12 as OpenAPI 3.1 uses it: enough to notice what a client generator would trip over. */
function checkSchema(schema: Schema, where: string): void {
  expect(schema, where).toBeTypeOf('object');
  expect(schema, where).not.toHaveProperty('$schema');
  for (const type of [schema.type ?? []].flat()) expect(JSON_TYPES, where).toContain(type);
  for (const name of schema.required ?? []) expect(Object.keys(schema.properties ?? {}), where).toContain(name);
  for (const [name, property] of Object.entries(schema.properties ?? {})) checkSchema(property, `${where}.${name}`);
  if (schema.items) checkSchema(schema.items, `${where}[]`);
  for (const list of ['anyOf', 'oneOf', 'allOf'] as const) {
    for (const one of (schema[list] ?? []) as Schema[]) checkSchema(one, `${where}|${list}`);
  }
}

describe('GET /api/openapi.json', () => {
  test('is OpenAPI 3.1 with a name, a version and the bearer scheme', () => {
    expect(described).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Tunedesk', version: expect.any(String) as string },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    });
  });

  test('describes exactly the calls of the endpoint table, and the events', () => {
    const inTable = [...endpoints.map(({ method, path }) => `${method} ${pathOf(path)}`), 'GET /api/events'];
    const inDescription = Object.entries(described.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(inDescription.sort()).toEqual(inTable.sort());
  });

  test.each(endpoints.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` })))(
    '$name',
    ({ endpoint, name }) => {
      const operation = described.paths[pathOf(endpoint.path)]?.[endpoint.method.toLowerCase()] as Operation;
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map((parameter) => parameter.name)).toEqual(listParameterNames(endpoint.path));
      expect(inPath.every(({ required }) => required)).toBe(true);
      for (const { schema, name: parameter } of operation.parameters) checkSchema(schema, `${name} ${parameter}`);
      expect(operation.security).toEqual(endpoint.who === 'anyone' ? [] : [{ session: [] }]);
      expect(operation['x-who']).toBe(endpoint.who);
      expect(operation.requestBody === undefined || ['POST', 'PUT', 'PATCH'].includes(endpoint.method)).toBe(true);
      const form = operation.requestBody?.content['multipart/form-data']?.schema;
      const { format } = form?.properties?.[endpoint.fileField ?? 'file'] ?? {};
      expect(format).toBe(endpoint.file === undefined ? undefined : 'binary');
      for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
        checkSchema(schema as Schema, `${name} ${type}`);
      const success = operation.responses[String(endpoint.status ?? 200)];
      const type = endpoint.reply === 'bytes' ? 'application/octet-stream' : 'application/json';
      expect(Object.keys(success?.content ?? {})).toEqual([type]);
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect(description).not.toBe('');
        for (const { schema } of Object.values(content ?? {})) if (schema) checkSchema(schema, `${name} ${status}`);
      }
    },
  );

  test('describes the allowed values of a field, such as in the upload form', () => {
    const reference = described.paths['/api/files']?.post?.requestBody?.content['multipart/form-data']?.schema
      ?.properties?.jsonData as Schema;
    expect(reference).toMatchObject({ $ref: '#/components/schemas/CreateFileRequest' });
    const form = described.components.schemas.CreateFileRequest as Schema;
    expect(form.required).toEqual(
      expect.arrayContaining(['vehicle', 'brand', 'model', 'ecu', 'petrol_type', 'generation', 'solution_ids']),
    );
    expect(form.required).not.toContain('gear');
    expect(form.properties?.petrol_type?.enum).toEqual(['DIESEL', 'GASOLINE']);
  });

  test('every parameter and every field of what is sent and returned has a description', () => {
    const fields = listFields();
    expect(fields.length).toBeGreaterThan(1500);
    expect(fields.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
  });

  test('no description is left of a field that no longer exists', () => {
    const used = new Set(listFields().map(({ description }) => description));
    expect(used.size).toBeGreaterThan(500);
    expect(Object.entries(descriptions).filter(([, text]) => !used.has(text))).toEqual([]);
  });

  test('every example of an error has the sentence of its own code', () => {
    const examples = Object.values(described.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap((operation) => Object.entries(operation.responses))
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([, response]) => listExamples(response));
    expect(examples.length).toBeGreaterThan(1000);
    for (const { code, message, values } of examples) {
      expect([code, message]).toEqual([code, fillIn(englishOf(`errors.${code}`), formatValues(values))]);
      expect(message).not.toMatch(/[{}]/);
    }
  });

  test('the error of a call shows an example for each of its codes, and begins with one of its own', () => {
    const responses = described.paths['/api/files/{id}/confirm-and-pay']?.put?.responses;
    const codes = listExamples(responses?.[400] as Response).map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['files.already_paid', 'files.price_changed', 'http.bad_input']));
    const isGeneral = (code: string) => /^(http|session)\./.test(code);
    expect(codes.findLastIndex((code) => !isGeneral(code))).toBe(codes.findIndex(isGeneral) - 1);
  });

  test('the example of a payment names a customer and a file, as the portal books it', () => {
    const body = described.paths['/api/sandbox/payments']?.post?.requestBody?.content['application/json'];
    const { custom } = (body?.example ?? {}) as { custom?: string };
    expect(parseBuyer(custom ?? null)).toEqual({ userId: 17, fileId: 231 });
  });

  test('describes how to begin: the order of calls, the life of a token, forms and events', () => {
    const { description } = described.info;
    for (const topic of ['7 days', '12 hours', 'multipart/form-data', 'jsonData', '/api/events'])
      expect(description).toContain(topic);
    const calls = ['createFile', 'uploadModified', 'setFeasibility', 'confirmAndPay', 'downloadModified'];
    const places = calls.map((call) => description.indexOf(`\`${call}\``));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    const operations = Object.values(described.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(calls));
  });

  test('describes the events that a session receives', async () => {
    const events = described.paths['/api/events']?.get as Operation;
    expect(Object.keys(events.responses['200']?.content ?? {})).toEqual(['text/event-stream']);
    expect(described.components.schemas.ServerEvent?.properties?.what).toMatchObject({
      enum: ['file', 'ticket', 'user', 'catalogue', 'configuration', 'work', 'everything'],
    });
    const { token } = await buildCustomer(app.deps);
    const stop = new AbortController();
    const reply = await fetch(`${app.url}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    stop.abort();
  });
});

const listExamples = ({ $ref, content }: Response): Problem[] => {
  if ($ref !== undefined) return listExamples(described.components.responses[lastName($ref)] as Response);
  const { example, examples = {} } = content?.['application/json'] ?? {};
  const named = Object.values(examples).map(
    ({ $ref: of, value }) => value ?? described.components.examples[lastName(of ?? '')]?.value,
  );
  return [...(example === undefined ? [] : [example]), ...named] as Problem[];
};

const lastName = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** Lists all parameters, and all fields of all schemas, with their descriptions. */
function listFields(): { name: string; description: string | undefined }[] {
  const operations = Object.values(described.paths).flatMap((methods) => Object.values(methods));
  const parameters = operations.flatMap((operation) =>
    operation.parameters.map(({ name, description }) => ({ name: `${operation.operationId} ${name}`, description })),
  );
  const schemas = [
    ...Object.entries(described.components.schemas),
    ...Object.entries(described.components.responses).flatMap(([name, response]) => schemasOfReply(name, response)),
    ...operations.flatMap(({ operationId, requestBody, responses }) => [
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => [operationId, schema] as const),
      ...Object.values(responses).flatMap((response) => schemasOfReply(operationId, response)),
    ]),
  ];
  return [...parameters, ...schemas.flatMap(([name, schema]) => (schema ? listSchemaFields(schema, name) : []))];
}

const schemasOfReply = (name: string, { content = {} }: Response) =>
  Object.values(content).map(({ schema }) => [name, schema] as const);

function listSchemaFields(schema: Schema, where: string): { name: string; description: string | undefined }[] {
  const below = [
    schema.items,
    schema.additionalProperties,
    ...['anyOf', 'oneOf', 'allOf'].flatMap((list) => (schema[list] ?? []) as Schema[]),
  ].filter((one): one is Schema => typeof one === 'object');
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
      { name: `${where}.${name}`, description: property.description as string | undefined },
      ...listSchemaFields(property, `${where}.${name}`),
    ]),
    ...below.flatMap((one) => listSchemaFields(one, where)),
  ];
}
