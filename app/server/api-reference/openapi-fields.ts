import DESCRIPTIONS from './field-descriptions.json' with { type: 'json' };
import type { JsonSchema } from './openapi-schemas.ts';

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
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Media> };
}

const TEXTS = new Map(Object.entries(DESCRIPTIONS));

/**
 * Adds the description of every parameter and field, from `app/server/api-reference/field-descriptions.json`. A key there is the name of
 * a field, or `parent.field`, `Schema.field` or `call.field` where the name alone means something else.
 */
export function describeFields({ paths, components }: ApiDocument): void {
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
