import { resolve } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { dropUnusedSchemas, omitServerFacts } from './omit-server-facts.ts';

const ENTRY = '\0entry.ts';
const ROOT = new URL('../../', import.meta.url).pathname;

/** Builds a program of the browser that does nothing but this. */
async function buildFrom(code: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string, from: string | undefined) =>
      id === ENTRY ? id : from === ENTRY ? resolve(ROOT, id) : undefined,
    load: (id: string) => (id === ENTRY ? code : undefined),
  };
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [entry, omitServerFacts(), dropUnusedSchemas()],
    build: { write: false, minify: false, rolldownOptions: { input: ENTRY } },
  });
  if (!('output' in built)) throw new Error('not built once');
  return built.output.map((part) => ('code' in part ? part.code : '')).join('\n');
}

test('a page that sends a call has its address, and neither its schemas nor what only the server needs', async () => {
  const built = await buildFrom(
    `import { openTicket } from './features/tickets/tickets.calls.ts'; console.log(openTicket);`,
  );
  expect(built).toContain('"/tickets"');
  expect(built).not.toMatch(/signed-in|ZodMini|waits_since|\/users\/:id\/tickets/);
});

test('a page that changes some fields has the method and the address, and no schema', async () => {
  const built = await buildFrom(
    `import { patchUser } from './features/accounts/accounts.calls.ts'; console.log(patchUser);`,
  );
  expect(built).toMatch(/declarePatch\(updateUser,? *\)/);
  expect(built).toContain('"/users/:id"');
  expect(built).not.toContain('ZodMini');
});

test('a page that signs in knows that anyone may make the call', async () => {
  const built = await buildFrom(
    `import { resetPassword } from './features/accounts/accounts.calls.ts'; console.log(resetPassword);`,
  );
  expect(built).toMatch(/who: ["']anyone["']/);
});

test('a page that asks a rule has its refusal, and none that it never shows', async () => {
  const built = await buildFrom(
    `import { canCloseTicket } from './features/tickets/tickets.rules.ts'; console.log(canCloseTicket);`,
  );
  expect(built).toMatch(/refusal\(["']errors\.tickets\.already_closed/);
  expect(built).not.toMatch(/refusal\(["']errors\.tickets\.more_selected/);
});

test('a page that checks a form has its schema, whole, and no other', async () => {
  const built = await buildFrom(
    `import { OpenTicket } from './features/tickets/ticket-forms.ts'; console.log(OpenTicket);`,
  );
  expect(built).toContain('ZodMini');
  expect(built).toContain('errors.fields.write_message');
  expect(built).not.toContain('NO_TITLE');
});
