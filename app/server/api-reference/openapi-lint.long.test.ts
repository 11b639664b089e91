import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { describeFaulty, describePortal } from '../../../server/testing/described-api.ts';

test('Redocly’s recommended rules report nothing about the API description', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const lint = async (api: object) => {
    const problems = await lintFromString({ source: JSON.stringify(api), absoluteRef: '/openapi.json', config });
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  };
  expect(await lint(describeFaulty())).toContainEqual(expect.stringMatching(/servers/));
  expect(await lint(describePortal())).toEqual([]);
});
