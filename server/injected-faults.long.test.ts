import { afterEach, describe, expect, test } from 'vitest';
import { buildSignedIn } from '../features/accounts/server/accounts.factory.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints } from '../app/endpoints.ts';
import { checkLedgerQuietly } from '../app/server/whole-ledger.ts';
import { changesBetween, readBusinessState } from './testing/business-state.ts';
import { prepareFaults, withFaultAt } from './testing/injected-faults.ts';
import { isOwnOfStaff, rightRole } from './testing/right-role.ts';
import { buildTarget, nameOf } from './testing/targets.ts';
import { app, openStage } from './testing/stage.ts';

prepareFaults();

openStage({ config: { trustedProxies: '127.0.0.1' } });

/** More statements than any call sends. */
const MAX_STATEMENTS = 120;

/** Even a download may start the work on a file, or deliver it. */
const changing = endpoints.filter((endpoint) => endpoint.method !== 'GET' || endpoint.reply === 'bytes');

/**
 * Calls about money, accounts and many things at once. All that change something are tested by `INJECTED_FAULTS=all npm
 * run unit -- server/injected-faults.long.test.ts`.
 */
const USUAL = [
  'POST /register',
  'POST /login',
  'POST /auth/logout',
  'DELETE /users/:id',
  'POST /users/:id/erase',
  'POST /ai/dtc-off',
  'PUT /files/:id/confirm-and-pay',
  'PUT /files/:id/cancel',
  'GET /files/:id/download-mod-file',
  'POST /tickets/selected/close',
  'PUT /payments/:id/book',
];

const isAll = process.env['INJECTED_FAULTS'] === 'all';
const chosen = changing.filter((endpoint) => isAll || USUAL.includes(nameOf(endpoint)));

/** Builds a user who may make the call, and a target with which it succeeds. */
async function buildStage(endpoint: Endpoint) {
  const caller = await buildSignedIn(app.deps, { role: rightRole(endpoint) });
  const needsCustomer =
    caller.role === 'ADMIN' && !isOwnOfStaff(endpoint) && !/my|push|notifications/.test(endpoint.path);
  const subject = needsCustomer ? await buildSignedIn(app.deps) : caller;
  return { caller, target: await buildTarget(app.deps, endpoint, subject) };
}

type Stage = Awaited<ReturnType<typeof buildStage>>;

let callers = 0;
/** Every call comes from another visitor, so that no limit of calls is reached. */
const callEndpoint = (endpoint: Endpoint, { caller, target }: Stage) =>
  app.call(endpoint, target.input, {
    token: endpoint.who === 'anyone' ? undefined : caller.token,
    file: target.file,
    headers: { 'x-forwarded-for': `203.${(callers += 1) >> 16}.${(callers >> 8) & 255}.${callers & 255}` },
  });

/** A download that breaks off after it has begun: the browser has no file then. */
const BROKEN_OFF = { status: 599, body: undefined };

/** Makes the call with its n-th statement failing, and returns what it changed. */
async function callWithFault(endpoint: Endpoint, stage: Stage, at: number) {
  const before = await readBusinessState(app);
  const isDownload = endpoint.reply === 'bytes';
  const { result, failed } = await withFaultAt(at, () =>
    callEndpoint(endpoint, stage).catch((error: unknown) => {
      if (isDownload && error instanceof TypeError) return BROKEN_OFF;
      throw error;
    }),
  );
  const changes = changesBetween(before, await readBusinessState(app));
  const body = result.body as { request_id?: string; code?: string } | undefined;
  return { status: result.status, body, failed, changes };
}

/**
 * Mails are sent one by one, each noted once sent: a fault in between causes no mail to be sent twice and none to be
 * lost, because the mailing with all its mails was stored before. The call counts as complete once that is stored.
 */
const ONE_BY_ONE: Readonly<Record<string, (changes: readonly string[]) => boolean>> = {
  'POST /emails/send': (changes) =>
    changes.includes('mailings +1 -0') && changes.some((one) => one.startsWith('mails +')),
};

/** A challenge is used up by the first answer of a passkey, whatever becomes of the call. */
const USED_UP = 'passkey_challenges +0 -1';

/** Lists what is wrong after a fault; nothing if the call has done all of its work or none. */
async function findWrong(endpoint: Endpoint, call: Called, whole: Called): Promise<string[]> {
  const { status, body, changes } = call;
  const isWhole = ONE_BY_ONE[nameOf(endpoint)]?.(changes) ?? changes.join() === whole.changes.join();
  const found: string[] = [];
  if (changes.some((one) => one !== USED_UP) && !isWhole)
    found.push(`half done: ${changes.join(', ')} of ${whole.changes.join(', ')}`);
  if (status < 500 && !(status < 300 && isWhole)) found.push(`${status} ${body?.code}`);
  if (status === 500 && body?.request_id === undefined) found.push('no request id');
  if (changes.length > 0) found.push(...(await checkLedgerQuietly(app.db)).map((broken) => JSON.stringify(broken)));
  return found;
}

type Called = Awaited<ReturnType<typeof callWithFault>>;

/** Staff of earlier tests must not take part in notifications and mails. */
const dismissStaff = () =>
  app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('role', '=', 'ADMIN').execute();

describe('a database failure at any statement of a call leaves all of its work or none', () => {
  afterEach(dismissStaff);

  test.each(chosen.map((endpoint) => ({ endpoint, name: nameOf(endpoint) })))('$name', async ({ endpoint }) => {
    const whole = await callWithFault(endpoint, await buildStage(endpoint), 0);
    expect(whole.status).toBe(endpoint.status ?? 200);
    const findings: string[] = [];
    let stage = await buildStage(endpoint);
    let at = 1;
    for (; at <= MAX_STATEMENTS; at += 1) {
      const call = await callWithFault(endpoint, stage, at);
      if (call.failed === null) break;
      const statement = call.failed.slice(0, 90).replaceAll(/\s+/g, ' ');
      findings.push(...(await findWrong(endpoint, call, whole)).map((wrong) => `${at}: ${statement}: ${wrong}`));
      if (call.changes.length > 0) stage = await buildStage(endpoint);
    }
    expect(findings).toEqual([]);
    expect(at).toBeGreaterThan(1);
    expect(at).toBeLessThan(MAX_STATEMENTS);
    expect(await checkLedgerQuietly(app.db)).toEqual([]);
  });
});
