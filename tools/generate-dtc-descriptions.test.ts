import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { generateDescriptions, readTexts } from './generate-dtc-descriptions.ts';

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tunedesk-texts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('every table except the word lists contains codes; comments and empty lines are left out', () => {
  const folder = folderWith({
    'components.txt': '# English; German\nvalve; "Ventil" `n`\n',
    'conditions.txt': 'low; low\r\n\r\nhigh; high\n',
    'sae.txt': '# Standard\nP0401 valve: low\n',
    'bmw.txt': '29CD valve: high\n',
    'README.md': 'No table',
  });
  const texts = {
    components: 'valve; "Ventil" `n`',
    conditions: 'low; low\nhigh; high',
    codes: { bmw: '29CD valve: high', sae: 'P0401 valve: low' },
  };
  expect(readTexts(folder)).toEqual(texts);
  expect(generateDescriptions(folder)).toContain('"sae": "P0401 valve: low"');
});
