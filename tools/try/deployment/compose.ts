import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { TOOLS, loadTool } from './tools.ts';

interface SchemaError {
  instancePath: string;
  message?: string;
  params: Record<string, unknown>;
}
type Validate = ((value: unknown) => boolean) & { errors?: SchemaError[] | null };
type Ajv = new (options: object) => { compile(schema: object): Validate };

/** The schema published by the Compose Specification, as included in the linter of compose files. */
const SCHEMA = `${TOOLS}node_modules/dclint/schemas/compose.schema.json`;

export function checkCompose(text: string): string[] {
  const { default: Validator } = loadTool('ajv') as { default: Ajv };
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as object;
  // The schema is written for draft 7, with its own formats and keywords.
  const validate = new Validator({ strict: false, validateFormats: false, allErrors: true }).compile({
    ...schema,
    $schema: 'http://json-schema.org/draft-07/schema#',
  });
  if (validate(parse(text))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}
