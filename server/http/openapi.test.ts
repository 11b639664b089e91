import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parameterNames } from '../../portal/endpoint.ts';
import { endpoints, schemasOf } from '../../portal/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';

interface Schema {
  type?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  [rest: string]: unknown;
}
interface Media {
  schema?: Schema;
}
interface Operation {
  tags: string[];
  security?: unknown[];
  'x-who'?: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
}
interface Description {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
}

let app: TestApp;
let described: Description;
beforeAll(async () => {
  app = await startTestApp();
  described = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as Description;
});
afterAll(() => app.stop());

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

  test('describes exactly the calls of the endpoint table', () => {
    const inTable = endpoints.map(({ method, path }) => `${method} ${pathOf(path)}`);
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
      expect(inPath.map((parameter) => parameter.name)).toEqual(parameterNames(endpoint.path));
      expect(inPath.every(({ required }) => required)).toBe(true);
      for (const { schema, name: parameter } of operation.parameters) checkSchema(schema, `${name} ${parameter}`);
      expect(operation.security).toEqual(endpoint.who === 'anyone' ? [] : [{ session: [] }]);
      expect(operation['x-who']).toBe(endpoint.who);
      expect(operation.requestBody === undefined || endpoint.method === 'POST' || endpoint.method === 'PUT').toBe(true);
      const form = operation.requestBody?.content['multipart/form-data']?.schema;
      const bytes = endpoint.file === undefined ? undefined : { type: 'string', format: 'binary' };
      expect(form?.properties?.[endpoint.fileField ?? 'file']).toEqual(bytes);
      for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
        checkSchema(schema as Schema, `${name} ${type}`);
      const success = operation.responses[String(endpoint.status ?? 200)];
      const type = schemasOf(endpoint).reply === 'bytes' ? 'application/octet-stream' : 'application/json';
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
    expect(reference).toEqual({ $ref: '#/components/schemas/CreateFileRequest' });
    const form = described.components.schemas.CreateFileRequest as Schema;
    expect(form.required).toEqual(
      expect.arrayContaining(['vehicle', 'brand', 'model', 'ecu', 'petrol_type', 'generation', 'solution_ids']),
    );
    expect(form.required).not.toContain('gear');
    expect(form.properties?.petrol_type?.enum).toEqual(['DIESEL', 'GASOLINE']);
  });
});
