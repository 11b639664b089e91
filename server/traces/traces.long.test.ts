import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test } from 'vitest';
import * as accounts from '../../features/accounts/accounts.calls.ts';
import { BUILT_PASSWORD, buildUser } from '../../features/accounts/server/accounts.factory.ts';
import { connect } from '../database/connect.ts';
import { startTestApp } from '../testing/app.ts';
import { callEndpoint } from '../testing/app.ts';
import { bootProgram } from '../testing/boot.ts';
import { createTestDatabase } from '../testing/database.ts';
import { buildCustomer } from '../testing/stories.ts';
import { exportTraces } from './otlp.ts';
import { beginSpan, isTracing, runTraced } from './trace.ts';
import { readTracesConfig } from './traces-config.ts';

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

interface Received {
  resourceSpans: { resource: object; scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

/** A receiver of OTLP over HTTP in its JSON form. */
async function openReceiver() {
  const bodies: Received[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ path: request.url ?? '', headers: request.headers });
      bodies.push(JSON.parse(body) as Received);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bodies,
    requests,
    spans: () =>
      bodies.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  };
}

const readTestConfig = (endpoint: string, more: Record<string, string> = {}) => {
  const config = readTracesConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more });
  if (config === null) throw new Error('nothing is traced');
  return config;
};

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

test('a call is a span in its caller’s trace and contains its statements without their values', async () => {
  const receiver = await openReceiver();
  const stop = exportTraces(readTestConfig(receiver.endpoint), { role: 'web', onError: () => undefined });
  const app = await startTestApp();
  const { token, email } = await buildCustomer(app.deps);
  const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
  const { status } = await app.call(accounts.updateMyLanguage, { language: 'de' }, { token, headers: { traceparent } });
  await app.call(
    accounts.updateMyLanguage,
    { language: 'fr' },
    { token, headers: { traceparent: traceparent.replace(/1$/, '0') } },
  );
  await app.stop();
  await stop();

  const spans = receiver.spans();
  const call = spans.find(({ parentSpanId }) => parentSpanId === CALLER.spanId);
  expect(call).toMatchObject({ traceId: CALLER.traceId, name: 'PUT /api/users/my/language', kind: 2 });
  expect(call?.attributes).toContainEqual({ key: 'http.response.status_code', value: { doubleValue: status } });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  const texts = statements.flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'db.query.text'));
  expect(texts.map(({ value }) => String(value['stringValue'])).join()).toMatch(/update "users" set "language" = \$1/);
  for (const { startTimeUnixNano, endTimeUnixNano } of statements) {
    expect(BigInt(startTimeUnixNano) >= BigInt(call?.startTimeUnixNano ?? 0)).toBe(true);
    expect(BigInt(endTimeUnixNano) <= BigInt(call?.endTimeUnixNano ?? 0)).toBe(true);
  }
  // The second caller asked not to be recorded, and setting the stage belongs to no call.
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([CALLER.traceId]));
  const all = JSON.stringify(receiver.bodies);
  expect([email, token, '"de"'].filter((secret) => all.includes(secret))).toEqual([]);
});

test('a program with a receiver exports calls, jobs and mails with its name and headers, and flushes them when it ends', async () => {
  const receiver = await openReceiver();
  const [database, folder] = [await createTestDatabase(), await mkdtemp(join(inject('throwawayFolder'), 'traces-'))];
  const program = await bootProgram({
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: folder,
    DISK_RESERVE_MB: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    OTEL_SERVICE_NAME: 'the-portal',
  });
  const connection = connect(database.ownerUrl, 1);
  const user = await buildUser(connection, { verified: false });
  await callEndpoint(program.url, accounts.login, { email: user.email, password: BUILT_PASSWORD });
  await callEndpoint(program.url, accounts.requestPasswordReset, { email: user.email });
  const names = () => receiver.spans().map(({ name }) => name);
  await expect.poll(names).toContain('job deliver-mail');
  await program.kill();
  await connection.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
  expect(names()).toEqual(expect.arrayContaining(['POST /api/login', 'SELECT', 'send mail']));
  const mail = receiver.spans().find(({ name }) => name === 'send mail');
  const job = receiver.spans().find(({ spanId }) => spanId === mail?.parentSpanId);
  expect([job?.name, job?.traceId]).toEqual(['job deliver-mail', mail?.traceId]);
  expect(receiver.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-key': 'a key' } });
  expect(JSON.stringify(receiver.bodies[0]?.resourceSpans[0]?.resource)).toContain('"the-portal"');
});

test('an unreachable receiver is reported once and delays nothing', async () => {
  const lines: string[] = [];
  const stop = exportTraces(readTestConfig('http://127.0.0.1:1'), { role: 'all', onError: (line) => lines.push(line) });
  for (let at = 0; at < 5000; at += 1) beginSpan({ name: 'work', kind: 'internal' })?.end();
  await stop();
  expect(lines).toEqual([expect.stringContaining('http://127.0.0.1:1')]);
  expect(isTracing()).toBe(false);
});

test('a receiver that redirects gets the spans nowhere else', async () => {
  const elsewhere = await openReceiver();
  const redirecting = createServer((_request, response) =>
    response.writeHead(307, { location: `${elsewhere.endpoint}/v1/traces` }).end(),
  );
  redirecting.listen(0, '127.0.0.1');
  await once(redirecting, 'listening');
  onTestFinished(() => void redirecting.close());
  const { port } = redirecting.address() as AddressInfo;
  const lines: string[] = [];
  const config = readTestConfig(`http://127.0.0.1:${port}`);
  const stop = exportTraces(config, { role: 'all', onError: (line) => lines.push(line) });
  beginSpan({ name: 'work', kind: 'internal' })?.end();
  await stop();
  expect(elsewhere.requests).toEqual([]);
  expect(lines).toEqual([expect.stringContaining(`http://127.0.0.1:${port}`)]);
});

test('with a sampling ratio of 0 nothing is recorded, and an error is recorded only by its type', async () => {
  const receiver = await openReceiver();
  const onError = () => undefined;
  const none = exportTraces(readTestConfig(receiver.endpoint, { OTEL_TRACES_SAMPLER_ARG: '0' }), {
    role: 'all',
    onError,
  });
  expect(await runTraced({ name: 'work', kind: 'internal' }, async () => 7)).toBe(7);
  await none();
  expect(receiver.bodies).toEqual([]);
  const all = exportTraces(readTestConfig(receiver.endpoint), { role: 'all', onError });
  const failing = runTraced({ name: 'work', kind: 'internal' }, () =>
    Promise.reject(new TypeError('of ana@example.com')),
  );
  await expect(failing).rejects.toThrow('ana@example.com');
  await all();
  expect(receiver.spans()).toMatchObject([{ name: 'work', status: { code: 2, message: 'TypeError' } }]);
});

test('without a receiver nothing is traced; invalid settings are refused by name', () => {
  expect([readTracesConfig({}), beginSpan({ name: 'work', kind: 'internal' })]).toEqual([null, null]);
  expect(readTestConfig('https://traces.example.com/otlp').url).toBe('https://traces.example.com/otlp/v1/traces');
  expect(() => readTestConfig('traces.example.com')).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT');
  expect(() => readTestConfig('http://a', { OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG');
  expect(() => readTestConfig('http://a', { OTEL_EXPORTER_OTLP_HEADERS: 'key' })).toThrow('OTEL_EXPORTER_OTLP_HEADERS');
});
