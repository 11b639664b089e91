import { expect, test } from 'vitest';
import { buildAdmin } from '../../server/testing/stories.ts';
import { startTestApp } from '../../server/testing/app.ts';
import { welcomeAdministrator } from './first-administrator.ts';

test('an easily guessed ADMIN_PASSWORD is refused by name at the first start, but not at a later one', async () => {
  const app = await startTestApp({ adminPassword: 'password1' });
  const lines: string[] = [];
  const welcome = () => welcomeAdministrator(app, (line) => lines.push(line));
  await expect(welcome()).rejects.toThrow(/^ADMIN_PASSWORD: This password is too common/);
  await buildAdmin(app.deps);
  await welcome();
  expect(lines).toEqual([]);
  await app.stop();
});

test('a generated password of 128 random bits is printed, a configured one is not', async () => {
  for (const adminPassword of [null, 'Copper-Lathe-88']) {
    const app = await startTestApp({ adminPassword, adminEmail: 'boss@example.com' });
    const lines: string[] = [];
    await welcomeAdministrator(app, (line) => lines.push(line));
    const shown = lines.find((line) => line.startsWith('  password'));
    expect(shown).toMatch(adminPassword === null ? /^ {2}password {2}[\w-]{22}$/ : /\(as set in ADMIN_PASSWORD\)$/);
    await app.stop();
  }
});
