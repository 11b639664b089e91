import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const LATER = ['libphonenumber-js', 'nodemailer', 'sanitize-html', 'sharp', 'web-push'];

/** Loads the parts of the program in a process of its own, and lists the packages that came with them. */
function listLoadedPackages(...parts: string[]): string[] {
  const program = `
    const { registerHooks } = await import('node:module');
    const loaded = new Set();
    registerHooks({ load: (url, context, next) => {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name !== undefined) loaded.add(name);
      return next(url, context);
    } });
    for (const part of ${JSON.stringify(parts)}) await import(part);
    process.stdout.write(JSON.stringify([...loaded]), () => process.exit(0));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  return JSON.parse(output) as string[];
}

test('a portal starts without the packages that only some calls and jobs use', () => {
  const parts = ['app.ts', 'background.ts'].map((name) =>
    fileURLToPath(new URL(`../app/server/${name}`, import.meta.url)),
  );
  const loaded = listLoadedPackages(...parts);
  expect(loaded).toContain('fastify');
  expect(loaded.filter((name) => LATER.includes(name))).toEqual([]);
});
