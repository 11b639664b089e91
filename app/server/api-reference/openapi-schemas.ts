import * as z from 'zod/mini';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { namedSchemas, nameOf } from '../../endpoints.ts';
import { Id } from '../../../contract/fields.ts';

/** JSON Schema 2020-12 as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  [rest: string]: unknown;
}

export interface SchemaCatalogue {
  inputOf: (endpoint: Endpoint) => JsonSchema;
  /** Null: the reply is bytes. */
  replyOf: (endpoint: Endpoint) => JsonSchema | null;
  /** Returns what a reference points to; any other schema is returned as it is. */
  resolve: (schema: JsonSchema) => JsonSchema;
  /** Gives a schema a name, unless it is a reference already. */
  name: (name: string, schema: JsonSchema) => JsonSchema;
  components: Record<string, JsonSchema>;
}

const REFERENCE = '#/components/schemas/';

export const toPascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Collects the schemas of all calls, using the names of those that the contracts export. */
export function collectSchemas(endpoints: readonly Endpoint[]): SchemaCatalogue {
  const inputs = convert(endpoints, 'input', (endpoint) => endpoint.input);
  const replies = convert(endpoints, 'output', (endpoint) => endpoint.reply);
  const components = { ...replies.named };
  const changed = Object.entries(inputs.named).filter(([name, schema]) => !isSame(components[name], schema));
  const rename = createRenamer(changed.flatMap(([name]) => (components[name] === undefined ? [] : [name])));
  for (const [name, schema] of changed)
    components[components[name] === undefined ? name : `${name}Input`] = rename(schema);
  return {
    inputOf: (endpoint) => rename(inputs.byCall[nameOf(endpoint)] as JsonSchema),
    replyOf: (endpoint) => replies.byCall[nameOf(endpoint)] ?? null,
    resolve: (schema) =>
      schema.$ref === undefined ? schema : (components[schema.$ref.slice(REFERENCE.length)] as JsonSchema),
    name: (name, schema) => {
      if (schema.$ref !== undefined) return schema;
      components[name] = schema;
      return { $ref: REFERENCE + name };
    },
    components,
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Renames input schemas: what is sent under a name may differ from what is returned under it. */
const createRenamer =
  (names: readonly string[]) =>
  (schema: JsonSchema): JsonSchema => {
    const text = names.reduce(
      (before, name) => before.replaceAll(`"${REFERENCE}${name}"`, `"${REFERENCE}${name}Input"`),
      JSON.stringify(schema),
    );
    return JSON.parse(text) as JsonSchema;
  };

function convert(
  endpoints: readonly Endpoint[],
  io: 'input' | 'output',
  pick: (endpoint: Endpoint) => z.ZodMiniType | 'bytes',
): { byCall: Record<string, JsonSchema>; named: Record<string, JsonSchema> } {
  const metadata = z.registry<{ id: string }>();
  for (const [id, schema] of namedSchemas) metadata.add(schema, { id });
  const picked = endpoints.flatMap((endpoint) => {
    const schema = pick(endpoint);
    return schema === 'bytes' ? [] : [[nameOf(endpoint), schema] as const];
  });
  const all = z.toJSONSchema(z.object(Object.fromEntries(picked)), {
    io,
    metadata,
    unrepresentable: 'any',
    override: tidy,
  });
  const text = JSON.stringify({ byCall: all.properties, named: all.$defs ?? {} }).replaceAll(
    '"#/$defs/',
    `"${REFERENCE}`,
  );
  return JSON.parse(text) as ReturnType<typeof convert>;
}

/** Describes an id as a number, although a path can only hold text, and omits that integers are safe ones. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (zodSchema === (Id as unknown)) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, { type: 'integer', minimum: 1 });
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  delete jsonSchema.id;
}
