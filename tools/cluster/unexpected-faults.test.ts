import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listUnexpectedFaults } from './unexpected-faults.ts';

test('each fault that a process has logged is listed once, with its code and the top of its stack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tunedesk-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stack = ['error: read only', ...Array.from({ length: 9 }, (_, at) => `    at step${at}`)].join('\n');
  const fault = JSON.stringify({ level: 50, msg: 'unexpected fault', err: { code: '25006', stack } });
  const down = JSON.stringify({ level: 50, msg: 'a dependency is down', err: { stack } });
  writeFileSync(join(folder, 'web1.log'), `Listening\n${fault}\n${down}\n`);
  writeFileSync(join(folder, 'web2.log'), `${fault}\n${fault.slice(0, -9)}`);
  expect(listUnexpectedFaults(folder)).toEqual([
    ['25006', 'error: read only', '    at step0', '    at step1', '    at step2', '    at step3'].join('\n'),
  ]);
});
