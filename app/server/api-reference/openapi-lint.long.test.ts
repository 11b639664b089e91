import spectralCore from '@stoplight/spectral-core';
import spectralRules from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { describeFaulty, describePortal } from '../../../server/testing/described-api.ts';

// Its rules take ten seconds of computation, and mostly repeat those of Redocly (openapi-lint.test.ts).
test('Spectral’s recommended rules report nothing about the API description', { timeout: 300_000 }, async () => {
  const spectral = new spectralCore.Spectral();
  // The types do not cover rules given as code, as these are.
  spectral.setRuleset({ extends: [[spectralRules.oas as never, 'recommended']] });
  const lint = async (api: Record<string, unknown>) => {
    const problems = await spectral.run(api);
    return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
  };
  expect(await lint(describeFaulty())).toContainEqual(expect.stringMatching(/servers/));
  expect(await lint(describePortal())).toEqual([]);
});
