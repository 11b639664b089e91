import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRules from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { endpoints } from '../../endpoints.ts';
import { describeApi } from './openapi.ts';

/** A description that names no server, a fault that is found without linting the rest of it once more. */
const faulty = () => ({ ...described(), servers: [], paths: {}, components: {} });

const described = () => describeApi(endpoints, { version: '1.2.3', publicUrl: 'https://portal.workshop.test' });

test('Redocly’s recommended rules report nothing about the API description', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const lint = async (api: object) => {
    const problems = await lintFromString({ source: JSON.stringify(api), absoluteRef: '/openapi.json', config });
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  };
  expect(await lint(faulty())).toContainEqual(expect.stringMatching(/servers/));
  expect(await lint(described())).toEqual([]);
});

// Its rules take seconds of computation, which a busy machine does not have within the usual time.
test('Spectral’s recommended rules report nothing about the API description', { timeout: 300_000 }, async () => {
  const spectral = new spectralCore.Spectral();
  // The types do not cover rules given as code, as these are.
  spectral.setRuleset({ extends: [[spectralRules.oas as never, 'recommended']] });
  const lint = async (api: Record<string, unknown>) => {
    const problems = await spectral.run(api);
    return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
  };
  expect(await lint(faulty())).toContainEqual(expect.stringMatching(/servers/));
  expect(await lint(described())).toEqual([]);
});
