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

/** The schema that the Compose Specification publishes, as the linter of compose files has it. */
const SCHEMA = `${TOOLS}node_modules/dclint/schemas/compose.schema.json`;

export function checkCompose(text: string): string[] {
  const { default: Validator } = loadTool('ajv') as { default: Ajv };
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as object;
  // It is written for draft 7, with formats and keywords of its own.
  const validate = new Validator({ strict: false, validateFormats: false, allErrors: true }).compile({
    ...schema,
    $schema: 'http://json-schema.org/draft-07/schema#',
  });
  if (validate(parse(text))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}
