import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { generateDescriptions } from './generate-dtc-descriptions.ts';

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tunedesk-texts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('what is committed is what the committed texts make', () => {
  const { source } = generateDescriptions('ecu/dtc/texts');
  expect(readFileSync('ecu/dtc/descriptions.generated.ts', 'utf8')).toBe(source);
});

test('lists are sorted, a code counts once, and what is no line of a list is left out', () => {
  const folder = folderWith({
    'p_codes.txt': 'P0402 - Second\r\nP0401 - First\nP0401 - Again\nP1557 - A maker defines this one\nPP200 - Typo\n',
    'ford_codes.txt': 'P1102 - "Quoted" `text` ${x}\n',
    'other_codes.txt': 'P1200 - Of nobody\n',
    LICENSE: 'Some licence\n\nCopyright somebody',
  });
  const { source, counts } = generateDescriptions(folder);
  expect(counts).toEqual({ generic: 2, ford: 1 });
  expect(source).toContain('"P0401 First\\nP0402 Second"');
  expect(source).toContain('ford: "P1102 \\"Quoted\\" `text` ${x}"');
  expect(source).not.toMatch(/P1557|P1200|Typo|Again/);
  expect(source).toContain('// Some licence\n//\n// Copyright somebody\n');
  expect(generateDescriptions(folder).source).toBe(source);
});
