import { describe, expect, test } from 'vitest';
import { endpoints } from '../app/endpoints.ts';
import { buildCaller } from './testing/actors.ts';
import { isForAdministrators } from './testing/right-role.ts';
import { app, forgetAttemptsBeforeEach, openStage } from './testing/stage.ts';
import { buildTarget, nameOf } from './testing/targets.ts';

openStage({ movesMoney: true });
forgetAttemptsBeforeEach();

const AT_ONCE = 6;
const writes = endpoints
  .filter(({ method }) => method !== 'GET')
  .map((endpoint) => ({ endpoint, name: nameOf(endpoint) }));

describe('the same call several times at the same moment is no fault of the server', () => {
  test.each(writes)('$name', async ({ endpoint }) => {
    const caller = await buildCaller(app.deps, isForAdministrators(endpoint) ? 'admin' : 'owner');
    const { input, file } = await buildTarget(app.deps, endpoint, caller);
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, () => app.call(endpoint, input, { token: caller.token, file })),
    );
    expect(replies.filter(({ status }) => status >= 500).map(({ body }) => body as unknown)).toEqual([]);
  });
});
