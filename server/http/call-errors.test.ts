import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Nothing } from '../../contract/fields.ts';
import { endpoints } from '../../app/endpoints.ts';
import { findReplyFault } from '../testing/strict-reply.ts';
import { listCallErrors } from './call-errors.ts';

const ROOT = new URL('../../', import.meta.url);

/** Codes as domains declare them; the first argument of `refusal` and similar functions is the key of the text. */
const declared = globSync(['{app,contract,features,server}/**/*.ts'], { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) => [
    ...readFileSync(new URL(path, ROOT), 'utf8').matchAll(
      /(?:refusal|refusalWith|limitReached|Refusal)(?:<[^>]*>)?\(\s*'errors\.([a-z-]+\.[a-z_]+)'/g,
    ),
  ])
  .map((match) => match[1] as string);

const listed = new Set(endpoints.flatMap(listCallErrors).map(({ code }) => code));

/** Reasons for a review of a payment, and errors a form finds before it is sent: no call is refused with these. */
const OF_NO_CALL = ['payments.not_activated', 'payments.file_gone', 'files.empty_file'];

test('contracts list every refusal that a domain declares', () => {
  expect(declared.length).toBeGreaterThan(80);
  expect(declared.filter((code) => !listed.has(code)).sort()).toEqual(OF_NO_CALL.sort());
});

test('contracts list only refusals that a domain declares', () => {
  const known = new Set(declared);
  const ofDomains = [...listed].filter((code) => !/^(http|session)\.|^(not_found|internal|unavailable)$/.test(code));
  expect(ofDomains.length).toBeGreaterThan(20);
  expect(ofDomains.filter((code) => !known.has(code))).toEqual([]);
});

test('a response with an error that the contract of its call does not list fails every test', () => {
  const call = endpoint({
    method: 'GET',
    path: '/things',
    who: 'anyone',
    input: Nothing,
    reply: Done,
    errors: ['things.gone'],
  });
  expect(findReplyFault(call, 400, { code: 'things.gone', message: 'It is gone.' })).toBeNull();
  expect(findReplyFault(call, 400, { code: 'things.lost', message: 'It is lost.' })).toContain('things.lost');
  expect(findReplyFault(call, 404, { code: 'things.gone', message: 'It is gone.' })).toContain('404');
});
