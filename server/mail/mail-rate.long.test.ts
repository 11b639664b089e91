import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { type SendPush, deliverPush } from '../push/transport.ts';
import { buildUser } from '../../features/accounts/server/accounts.factory.ts';
import { sendEmailsAsync } from '../../features/messaging/emails.calls.ts';
import { continueMailing } from '../../features/messaging/server/mailings.ts';
import { takes } from '../testing/simulated-work.ts';
import { buildAdmin, buildCustomer } from '../testing/stories.ts';
import { dropJobs, sendJobs, startWorkers, type Work } from '../jobs.ts';
import { limitSendTime } from './mail-faults.ts';
import { deliverMail } from './deliver.ts';
import { postMail, resendWaiting } from './outbox.ts';
import { openMailTransport, type MailTransport } from './transport.ts';
import { app, openStage } from '../testing/stage.ts';

const MAIL = { subject: 'Your file is ready', greeting: 'Hello Ana,', paragraphs: ['It can be downloaded.'] };

openStage();
afterEach(async () => {
  await app.db.deleteFrom('mails').execute();
  for (const name of ['deliver-mail', 'deliver-push'] as const) await dropJobs(app.db, name);
});

/** Starts a real SMTP server; `received` lists the recipients in the order in which their mails arrived. */
async function startSmtp() {
  const received: string[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on('end', () => {
        received.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    stop: () => server.close(),
  };
}

const transportTo = (smtpUrl: string): MailTransport => openMailTransport({ ...app.config, smtpUrl });
const startDelivering = (work: Partial<Work>) => startWorkers(app.databaseUrl, work, () => undefined);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

test('two hundred mails are sent faster than one per second, those about accounts before all others', async () => {
  for (const at of numbers(180))
    await postMail(app.db, { key: `file-${at}`, to: `file-${at}@example.com`, mail: MAIL });
  for (const at of numbers(20))
    await postMail(app.db, {
      key: `account-${at}`,
      to: `account-${at}@example.com`,
      mail: MAIL,
      isAboutAccount: true,
    });
  const smtp = await startSmtp();
  const send = transportTo(smtp.url);
  const startedAt = performance.now();
  const workers = await startDelivering({ 'deliver-mail': (id) => deliverMail(app.deps, send, id) });
  await expect.poll(() => smtp.received.length, { timeout: 150_000, interval: 50 }).toBe(200);
  const tookMs = performance.now() - startedAt;
  await workers.stop();
  send.close();
  smtp.stop();
  // Sending one at a time, with a pause of a second after each, would take 200 seconds.
  expect(tookMs).toBeLessThan(150_000);
  expect(new Set(smtp.received).size).toBe(200);
  expect(smtp.received.slice(0, 40).filter((to) => to.startsWith('account-'))).toHaveLength(20);
  // Connections are reused.
  expect(smtp.connections()).toBeLessThanOrEqual(8);
  const left = await app.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute();
  expect(left).toEqual([]);
}, 200_000);

test('a mailing under way does not delay a mail about an account', async () => {
  const author = await buildAdmin(app.deps);
  const people = await Promise.all(numbers(120).map(() => buildUser(app.deps)));
  const fields = {
    subject: 'New prices',
    body: '<p>From Monday on.</p>',
    recipients: people.map(({ email }) => email),
  };
  const order: string[] = [];
  const send = async ({ to }: { to: string }) => {
    await takes(25);
    order.push(to);
    return { forget: true };
  };
  const workers = await startDelivering({
    'deliver-mail': (id) => deliverMail(app.deps, send, id),
    'send-mailing': (id, signal) => continueMailing(app.deps, send, { id, signal }),
  });
  const reply = await app.call(sendEmailsAsync, fields, { token: author.token });
  expect(reply.status).toBe(200);
  await expect.poll(() => order.length, { interval: 10 }).toBeGreaterThan(3);
  await postMail(app.db, { key: 'account', to: 'account@example.com', mail: MAIL, isAboutAccount: true });
  const before = order.length;
  await expect.poll(() => order.length, { timeout: 150_000, interval: 50 }).toBe(121);
  await workers.stop();
  // Each of the four lanes finishes the mail that it has, and three may begin another one while the fourth sends this
  // one.
  expect(order.indexOf('account@example.com')).toBeLessThanOrEqual(before + 7);
  expect(new Set(order).size).toBe(121);
}, 200_000);

test('a refused mail about an account does not end a mailing, and its own job retries it', async () => {
  const author = await buildAdmin(app.deps);
  const people = await Promise.all(numbers(20).map(() => buildUser(app.deps)));
  await postMail(app.db, { key: 'account', to: 'account@example.com', mail: MAIL, isAboutAccount: true });
  const fields = { subject: 'Prices', body: '<p>New.</p>', recipients: people.map(({ email }) => email) };
  const { body } = await app.call(sendEmailsAsync, fields, { token: author.token });
  const order: string[] = [];
  const send = async ({ to }: { to: string }) => {
    order.push(to);
    if (to === 'account@example.com') throw Object.assign(new Error('Later'), { responseCode: 421 });
    return { forget: true };
  };
  const { signal } = new AbortController();
  await continueMailing(app.deps, send, { id: body.mailing_id, signal });
  expect(order).toHaveLength(21);
  expect(new Set(order)).toEqual(new Set(['account@example.com', ...people.map(({ email }) => email)]));
  const waiting = await app.db
    .selectFrom('mails')
    .select(['recipient', 'attempts', 'refused_at'])
    .where('sent_at', 'is', null)
    .execute();
  expect(waiting).toEqual([{ recipient: 'account@example.com', attempts: 1, refused_at: null }]);
  await dropJobs(app.db, 'send-mailing');
});

test('after a restart, waiting mails about accounts are sent first as well', async () => {
  for (const at of numbers(30)) await postMail(app.db, { key: `file-${at}`, to: `file-${at}@example.com`, mail: MAIL });
  await postMail(app.db, { key: 'account', to: 'account@example.com', mail: MAIL, isAboutAccount: true });
  await dropJobs(app.db, 'deliver-mail');
  await resendWaiting(app.db);
  const order: string[] = [];
  const send = async ({ to }: { to: string }) => {
    order.push(to);
    return { forget: true };
  };
  const workers = await startDelivering({ 'deliver-mail': (id) => deliverMail(app.deps, send, id) });
  await expect.poll(() => order.length, { interval: 50 }).toBe(31);
  await workers.stop();
  expect(order.indexOf('account@example.com')).toBeLessThan(4);
});

test('a hanging mail server blocks four mails, but no other job and no shutdown', async () => {
  const hanging = createServer();
  hanging.listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const { port } = hanging.address() as AddressInfo;
  const transport = transportTo(`smtp://127.0.0.1:${port}`);
  let underWay = 0;
  let most = 0;
  const counted = async (message: Parameters<MailTransport>[0]) => {
    underWay += 1;
    most = Math.max(most, underWay);
    return transport(message).finally(() => (underWay -= 1));
  };
  const stopping = new AbortController();
  const send = limitSendTime(stopping.signal, counted, 100);
  for (const at of numbers(10)) await postMail(app.db, { key: `hangs-${at}`, to: 'ana@example.com', mail: MAIL });
  const settled: number[] = [];
  const workers = await startDelivering({
    'deliver-mail': (id) => deliverMail(app.deps, send, id),
    'settle-payment': async (id) => void settled.push(id),
  });
  await expect.poll(() => most).toBe(4);
  await sendJobs(
    app.db,
    'settle-payment',
    numbers(20).map((id) => ({ id: id + 1 })),
  );
  await expect.poll(() => settled.length).toBe(20);
  const startedAt = performance.now();
  stopping.abort();
  await workers.stop();
  transport.close();
  expect(performance.now() - startedAt).toBeLessThan(25_000);
  expect(most).toBe(4);
  hanging.close();
});

test('two hundred pushes are sent faster than one per second, at most eight at once', async () => {
  const { id: user_id } = await buildCustomer(app.deps);
  const session = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  const subscription = await app.db
    .insertInto('push_subscriptions')
    .values({ user_id, session_id: session.id, endpoint: 'https://push.example.com/1', p256dh: 'p', auth: 'a' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const push = { subscription_id: subscription.id, title: 'Tunedesk', body: 'New prices', url: '/' };
  const posted = await app.db
    .insertInto('pushes')
    .values(numbers(200).map(() => push))
    .returning('id')
    .execute();
  await sendJobs(app.db, 'deliver-push', posted);
  let underWay = 0;
  let most = 0;
  let sent = 0;
  const send: SendPush = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await takes(10);
    underWay -= 1;
    sent += 1;
    return 'sent';
  };
  const startedAt = performance.now();
  const workers = await startDelivering({ 'deliver-push': (id) => deliverPush(app.deps, send, id) });
  await expect.poll(() => sent, { timeout: 150_000, interval: 50 }).toBe(200);
  const tookMs = performance.now() - startedAt;
  await workers.stop();
  expect(tookMs).toBeLessThan(150_000);
  expect(most).toBeLessThanOrEqual(8);
  expect(most).toBeGreaterThan(1);
}, 200_000);
