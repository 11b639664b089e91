import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';

type Shape = {
  $ref?: string;
  $defs?: Record<string, Shape>;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  prefixItems?: Shape[];
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  minItems?: number;
};

/**
 * Generates a valid reply of an endpoint from its contract: lists have one row, and optional fields are present.
 * `isPage` is for lists that are requested page by page.
 */
export function exampleReply(endpoint: Endpoint, { isPage = false } = {}): unknown {
  const { reply } = endpoint;
  if (reply === 'bytes') return 'bytes';
  const shape = z.toJSONSchema(reply, { unrepresentable: 'any', io: 'input' }) as Shape;
  const page = isPage ? (shape.anyOf ?? shape.oneOf)?.find(({ properties }) => properties?.rows) : undefined;
  return createExample(page ?? shape, shape.$defs ?? {});
}

function createExample(shape: Shape, defs: Record<string, Shape>): unknown {
  if (shape.$ref !== undefined) return createExample(defs[shape.$ref.split('/').at(-1) ?? ''] ?? {}, defs);
  if ('const' in shape) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return createExample(choices.find(({ type }) => type !== 'null') ?? {}, defs);
  if (shape.allOf)
    return Object.assign({}, ...shape.allOf.map((part) => createExample(part, defs) as object)) as unknown;
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([name, part]) => [
          name,
          isTime(name, part) ? TIME : createExample(part, defs),
        ]),
      );
    case 'array':
      return shape.prefixItems?.map((part) => createExample(part, defs)) ?? [createExample(shape.items ?? {}, defs)];
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 1, (shape.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return false;
    case 'string':
      return exampleText(shape);
    default:
      return null;
  }
}

const TIME = '2026-03-02T08:00:00.000Z';

/** Detects times by name, because they are plain strings in the contract. */
const isTime = (name: string, { type }: Shape): boolean => type === 'string' && /(_at|At|_date|date)$/.test(name);

function exampleText({ format, pattern = '', minLength = 0 }: Shape): string {
  if (format === 'date-time') return TIME;
  if (format === 'date') return '2026-03-02';
  if (format === 'email') return 'ana@example.com';
  if (format === 'uri') return 'https://example.com/';
  if (pattern.includes('1[0-2]')) return '2026-03';
  if (/0-9|\\d/.test(pattern)) return '1'.repeat(Math.max(1, minLength));
  return 'text'.padEnd(minLength, '.');
}
