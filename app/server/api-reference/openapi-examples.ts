import { EXAMPLES } from './examples.ts';
import type { JsonSchema, SchemaCatalogue } from './openapi-schemas.ts';

/** Location of a value: the name of its field, and of the schema or call that contains it. */
export interface Place {
  name: string;
  within: string;
}

const MOMENT = '2026-11-20T09:30:00.000Z';

/** Composes an example of a schema from the examples of its fields. */
export function composeExample(schema: JsonSchema, place: Place, schemas: SchemaCatalogue): unknown {
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
