import { loadTool } from './tools.ts';

interface Diagnostic {
  message: string;
  range: { start: { line: number } };
}

export function checkDockerfile(text: string): string[] {
  const { validate } = loadTool('dockerfile-utils') as { validate: (text: string) => Diagnostic[] };
  return validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
}
