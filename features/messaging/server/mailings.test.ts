import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dropJobs, startWorkers } from '../../../server/jobs.ts';
import { resendWaiting } from '../../../server/mail/outbox.ts';
import { openMailTransport } from '../../../server/mail/transport.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { countTogether } from '../../../server/testing/simulated-work.ts';
import { buildAdmin, buildCustomer } from '../../../server/testing/stories.ts';
import * as contract from '../emails.calls.ts';
import { continueMailing } from './mailings.ts';

type User = Awaited<ReturnType<typeof buildCustomer>>;

let app: TestApp;
let admin: User;
let smtp: Smtp;
beforeAll(async () => {
  app = await startTestApp();
  admin = await buildAdmin(app.deps);
  smtp = await startSmtp();
  app.config.smtpUrl = smtp.url;
});
afterEach(async () => {
  // Mails that a test left waiting must not concern another test.
  await app.db.deleteFrom('mails').execute();
  await dropJobs(app.db, 'send-mailing');
  smtp.received.length = 0;
  smtp.replies.clear();
  smtp.dropped.clear();
  smtp.onReceived = () => undefined;
  app.config.smtpUrl = smtp.url;
});
afterAll(async () => {
  smtp.stop();
  await app.stop();
});

interface Smtp {
  url: string;
  /** How many connections were opened to it. */
  connections: number;
  received: Email[];
  /** Its replies to addresses that it does not take. */
  replies: Map<string, { code: number; words: string }>;
  onReceived: () => void | Promise<void>;
  /** Addresses at which it closes the connection without a reply. */
  dropped: Set<string>;
  stop(): void;
}

/** Starts a real SMTP server. `atOnce`: it replies 421 to further connections while it has this many. */
async function startSmtp(atOnce?: number): Promise<Smtp> {
  const smtpHere: Smtp = {
    url: '',
    connections: 0,
    received: [],
    replies: new Map(),
    onReceived: () => undefined,
    dropped: new Set(),
    stop: () => undefined,
  };
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...(atOnce !== undefined && { maxClients: atOnce }),
    onConnect(_session, done) {
      done(atOnce === 0 ? Object.assign(new Error('Come again later'), { responseCode: 421 }) : null);
    },
    onRcptTo({ address }, { remotePort }, done) {
      if (smtpHere.dropped.has(address)) {
        for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
        return;
      }
      const no = smtpHere.replies.get(address);
      done(no && Object.assign(new Error(no.words), { responseCode: no.code }));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(async (mail) => {
          smtpHere.received.push(mail);
          await smtpHere.onReceived();
          done();
        }, done);
      });
    },
  });
  server.server.on('connection', (socket) => {
    smtpHere.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  smtpHere.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  smtpHere.stop = () => server.close();
  return smtpHere;
}

const TEXT = { subject: 'New prices', body: '<h2>Hello</h2><p>From <b>Monday</b> on.<script>x()</script></p>' };
const send = (recipients: unknown[], text: Record<string, unknown> = {}) =>
  app.call(contract.sendEmails, { ...TEXT, ...text, recipients }, admin);
const start = async (recipients: string[]): Promise<number> => {
  const reply = await app.call(contract.sendEmailsAsync, { ...TEXT, recipients }, admin);
  expect([reply.status, reply.body.message]).toEqual([200, 'Emails async started successfully!']);
  return reply.body.mailing_id;
};
const report = async (id: number) =>
  (await app.call(contract.getMailing, { id }, admin)).body as contract.MailingReport;
const customers = (count: number): Promise<User[]> =>
  Promise.all(Array.from({ length: count }, () => buildCustomer(app.deps)));
const sorted = (texts: readonly string[]) => texts.toSorted((one, other) => one.localeCompare(other));
const receivers = () => sorted(smtp.received.map(({ to }) => to?.[0]?.address ?? ''));
const work = () => ({
  'send-mailing': (id: number, signal: AbortSignal) =>
    continueMailing(app.deps, openMailTransport(app.config), { id, signal }),
});
const patient = { interval: 20 };

describe('the recipients of an administrator’s e-mail', () => {
  test('the addresses are those of all users except deleted ones', { tags: ['X-API-53'] }, async () => {
    const [ana, gone] = (await customers(2)) as [User, User];
    await app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    const { body } = await app.call(contract.listAddresses, {}, admin);
    expect(body).toContain(ana.email);
    expect(body).toContain(admin.email);
    expect(body).not.toContain(gone.email);
  });

  test('a user whose address is not confirmed, or who is locked, is listed with that state', async () => {
    const [ana, carl, gone] = (await customers(3)) as [User, User, User];
    await app.db.updateTable('users').set({ verified: false }).where('id', '=', ana.id).execute();
    await app.db.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', carl.id).execute();
    await app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    const { body } = await app.call(contract.listMailRecipients, {}, admin);
    expect(body).toContainEqual({ email: ana.email, status: 'ACTIVE', verified: false });
    expect(body).toContainEqual({ email: carl.email, status: 'DEACTIVE', verified: true });
    expect(body.map(({ email }: contract.MailRecipient) => email)).not.toContain(gone.email);
  });

  test('no mail is sent when one of them is not a user', async () => {
    const [ana] = (await customers(1)) as [User];
    for (const stranger of ['stranger@example.com', 'a@example.com\r\nBcc: b@example.com', '']) {
      const reply = await send([ana.email, stranger]);
      expect([reply.status, reply.body.code]).toEqual([400, 'messaging.unknown_address']);
    }
    expect(receivers()).toEqual([]);
  });

  test('an address that is given twice, or in capitals, gets one mail', async () => {
    const [ana] = (await customers(1)) as [User];
    await send([ana.email, ana.email.toUpperCase()]);
    expect(receivers()).toEqual([ana.email]);
  });

  test.each([
    ['no subject', { subject: ' ' }, 'Please enter a subject.'],
    ['a subject of two lines', { subject: 'Hi\r\nBcc: x@example.com' }, 'The subject must be one line.'],
    ['no body', { body: '' }, 'Please write a message.'],
    ['a body of which nothing stays', { body: '<script>alert(1)</script>' }, 'Please write a message.'],
  ])('a mail with %s is refused', { tags: ['X-VAL-23', 'X-ENT-15'] }, async (_, text, message) => {
    const reply = await send([admin.email], text);
    expect([reply.status, reply.body.message]).toEqual([400, message]);
    expect((await send([], {})).body.message).toBe('Please choose at least one recipient.');
    expect(receivers()).toEqual([]);
  });
});

describe('Send Email waits, and reports the mail server’s reply', { tags: ['X-API-54'] }, () => {
  test('three users each get a separate mail, sanitised, as text and as HTML', async () => {
    const three = await customers(3);
    const reply = await send(three.map(({ email }) => email));
    expect([reply.status, reply.body.message]).toEqual([200, 'Emails sent successfully!']);
    expect(receivers()).toEqual(sorted(three.map(({ email }) => email)));
    const [mail] = smtp.received;
    expect([mail?.subject, mail?.to?.length, mail?.cc, mail?.bcc]).toEqual(['New prices', 1, undefined, undefined]);
    expect(mail?.html).toContain('<h2>Hello</h2><p>From <b>Monday</b> on.</p>');
    expect(mail?.html).not.toContain('script');
    expect(mail?.text?.trim()).toBe('Hello\n\nFrom Monday on.');
    expect(reply.body.deliveries.map(({ status }: contract.Delivery) => status)).toEqual(['sent', 'sent', 'sent']);
    expect(reply.body.deliveries[0].reply).toMatch(/^250 /);
  });

  test('with an idempotency key, it is committed before its first mail is sent, which nothing can take back', async () => {
    const [ana] = (await customers(1)) as [User];
    let committed: unknown;
    smtp.onReceived = async () => {
      committed = await app.db.selectFrom('mails').select('recipient').where('recipient', '=', ana.email).execute();
    };
    const headers = { 'idempotency-key': 'sent-only-once' };
    const input = { ...TEXT, recipients: [ana.email] };
    expect((await app.call(contract.sendEmails, input, { token: admin.token, headers })).status).toBe(200);
    expect(committed).toEqual([{ recipient: ana.email }]);
  });

  test('a refused recipient is reported with the server’s reply, and the others still get their mail', async () => {
    const three = await customers(3);
    const [ana, bojan, carl] = three.map(({ email }) => email) as [string, string, string];
    smtp.replies.set(bojan, { code: 550, words: 'No such mailbox here' });
    const { body } = await send([ana, bojan, carl]);
    expect(body.message).toBe('2 of 3 e-mails were sent.');
    const deliveries = new Map(body.deliveries.map((one: contract.Delivery) => [one.recipient, one]));
    expect(deliveries.get(bojan)).toMatchObject({
      status: 'refused',
      reply: expect.stringContaining('No such mailbox here'),
    });
    expect(deliveries.get(ana)).toMatchObject({ status: 'sent' });
    expect(body.mailing).toMatchObject({ total: 3, sent: 2, refused: 1, waiting: 0, username: admin.username });
    expect(receivers()).toEqual(sorted([ana, carl]));
    expect(await report(body.mailing.id)).toEqual({ ...body, message: undefined });
  });

  test('without a reply from the server no recipient counts as reached, and none gets a mail later', async () => {
    app.config.smtpUrl = 'smtp://127.0.0.1:1';
    const two = await customers(2);
    const { body } = await send(two.map(({ email }) => email));
    expect(body.message).toBe('0 of 2 e-mails were sent.');
    const refused = { status: 'refused', reply: expect.stringContaining('ECONNREFUSED') };
    expect(new Map(body.deliveries.map(({ recipient, ...one }: contract.Delivery) => [recipient, one]))).toEqual(
      new Map(two.map(({ email }) => [email, refused])),
    );
    app.config.smtpUrl = smtp.url;
    await continueMailing(app.deps, openMailTransport(app.config), {
      id: body.mailing.id,
      signal: new AbortController().signal,
    });
    expect(receivers()).toEqual([]);
  });

  test('without a mail server it shows that the mails stay in the portal', async () => {
    app.config.smtpUrl = null;
    const { body } = await send([admin.email]);
    expect([body.stays_here, body.mailing.sent, body.mailing.saved]).toEqual([true, 0, 1]);
    expect(body.message).toBe('No mail server is set. 1 of 1 e-mails were saved in the outbox and not sent.');
    expect(body.deliveries).toMatchObject([{ status: 'saved', reply: null }]);
    const started = await app.call(contract.sendEmailsAsync, { ...TEXT, recipients: [admin.email] }, admin);
    expect(started.body).toMatchObject({
      stays_here: true,
      message: 'No mail server is set. The e-mails are saved in the outbox and not sent.',
    });
    expect(receivers()).toEqual([]);
  });
});

describe('a failed connection counts only against its own mail', () => {
  const emailsOf = (people: User[]) => people.map(({ email }) => email);
  const once = (id: number) =>
    continueMailing(app.deps, openMailTransport(app.config), { id, signal: new AbortController().signal });
  // Mails that wait here must not be sent by the workers of other tests.
  afterEach(() => dropJobs(app.db, 'send-mailing'));

  test.each([3, 1])('a server that accepts %i connections at once gets every mail over these', async (atOnce) => {
    const narrow = await startSmtp(atOnce);
    app.config.smtpUrl = narrow.url;
    const { body } = await send(emailsOf(await customers(4 + atOnce)));
    narrow.stop();
    expect(body.message).toBe('Emails sent successfully!');
    expect(new Set(narrow.received.map(({ to }) => to?.[0]?.address)).size).toBe(4 + atOnce);
    expect(narrow.received).toHaveLength(4 + atOnce);
  });

  test('a server that never takes a connection is asked a few times, and every mail shows its reply', async () => {
    const full = await startSmtp(0);
    app.config.smtpUrl = full.url;
    const { body } = await send(emailsOf(await customers(8)));
    full.stop();
    expect(full.connections).toBe(5);
    expect(body.mailing).toMatchObject({ sent: 0, refused: 8, waiting: 0 });
    for (const { reply } of body.deliveries) expect(reply).toContain('421');
  });

  test('a server that hangs up on some recipients gets all other mails, and each failure has its own reason', async () => {
    const people = emailsOf(await customers(20));
    const [first, second, unknown] = [people[2], people[9], people[12]] as [string, string, string];
    smtp.dropped.add(first).add(second);
    smtp.replies.set(unknown, { code: 550, words: 'No such mailbox here' });
    const { body } = await send(people);
    expect(body.mailing).toMatchObject({ sent: 17, refused: 3, waiting: 0 });
    const replies = new Map(body.deliveries.map((one: contract.Delivery) => [one.recipient, one.reply]));
    expect(replies.get(first)).toBe('Connection closed unexpectedly');
    expect(replies.get(second)).toBe('Connection closed unexpectedly');
    expect(replies.get(unknown)).toContain('No such mailbox here');
    expect(receivers()).toEqual(sorted(people.filter((email) => ![first, second, unknown].includes(email))));
  });

  test('five failures in a row stop a run; recipients already tried keep their own reason', async () => {
    const people = emailsOf(await customers(12));
    let asked = 0;
    const hangUp = async () => {
      asked += 1;
      throw new Error(`Hung up ${asked}`);
    };
    const id = await start(people);
    await expect(continueMailing(app.deps, hangUp, { id, signal: new AbortController().signal })).rejects.toThrow(
      /12 mails .* Hung up \d/,
    );
    expect(asked).toBeLessThan(9);
    app.clock.advance(49 * 3_600_000);
    asked = 100;
    await continueMailing(app.deps, hangUp, { id, signal: new AbortController().signal });
    app.clock.advance(-49 * 3_600_000);
    const { deliveries, mailing } = await report(id);
    expect(mailing).toMatchObject({ refused: 12 });
    expect(new Set(deliveries.map(({ reply }) => reply)).size).toBeGreaterThan(8);
  });

  test('Send Email Async starts with the mails that were tried least often', async () => {
    const people = emailsOf(await customers(8));
    for (const email of people.slice(0, 5)) smtp.dropped.add(email);
    const id = await start(people);
    await expect(once(id)).rejects.toThrow(/wait/);
    await expect(once(id)).rejects.toThrow('5 mails');
    expect(receivers()).toEqual(sorted(people.slice(5)));
    smtp.dropped.clear();
    await once(id);
    expect(receivers()).toEqual(sorted(people));
  });

  test('a mail that the server may have accepted before it hung up is not retried at once', async () => {
    const people = emailsOf(await customers(3));
    const asked: string[] = [];
    const id = await start(people);
    const hangUp = async ({ to }: { to: string }) => {
      asked.push(to);
      throw Object.assign(new Error('Unexpected Response: 421 Closing'), {
        code: 'EPROTOCOL',
        command: 'CONN',
        responseCode: 421,
      });
    };
    await expect(continueMailing(app.deps, hangUp, { id, signal: new AbortController().signal })).rejects.toThrow(
      '3 mails',
    );
    expect(sorted(asked)).toEqual(sorted(people));
  });
});

describe('Send Email Async', { tags: ['X-API-55'] }, () => {
  test('responds before the first mail is sent, and its progress can be followed until all are', async () => {
    const five = await customers(5);
    const id = await start(five.map(({ email }) => email));
    expect((await report(id)).mailing).toMatchObject({ total: 5, sent: 0, waiting: 5 });
    smtp.replies.set(five[0]?.email ?? '', { code: 550, words: 'No such mailbox here' });
    const workers = await startWorkers(app.databaseUrl, work(), () => undefined);
    await expect.poll(async () => (await report(id)).mailing.waiting, patient).toBe(0);
    await workers.stop();
    expect((await report(id)).mailing).toMatchObject({ total: 5, sent: 4, refused: 1, waiting: 0 });
    const { body } = await app.call(contract.listMailings, {}, admin);
    expect(body[0]).toMatchObject({ id, subject: 'New prices', sent: 4, refused: 1 });
  });

  test('resumes after a restart and sends no mail twice', async () => {
    const many = await customers(12);
    const id = await start(many.map(({ email }) => email));
    const stopped = new AbortController();
    smtp.onReceived = () => {
      if (smtp.received.length === 3) stopped.abort();
    };
    const first = continueMailing(app.deps, openMailTransport(app.config), { id, signal: stopped.signal });
    await expect(first).rejects.toThrow(/wait/);
    const { sent, waiting } = (await report(id)).mailing;
    expect(sent).toBeGreaterThanOrEqual(3);
    expect(waiting).toBeGreaterThan(0);
    // As every start does.
    await resendWaiting(app.db);
    const workers = await startWorkers(app.databaseUrl, work(), () => undefined);
    await expect.poll(async () => (await report(id)).mailing.sent, patient).toBe(12);
    await workers.stop();
    expect(receivers()).toEqual(sorted(many.map(({ email }) => email)));
  });

  test('retries what the server cannot accept now, but not forever', async () => {
    const [ana] = (await customers(1)) as [User];
    const id = await start([ana.email]);
    smtp.replies.set(ana.email, { code: 451, words: 'Try again later' });
    const once = () =>
      continueMailing(app.deps, openMailTransport(app.config), { id, signal: new AbortController().signal });
    await expect(once()).rejects.toThrow('1 mails');
    expect((await report(id)).deliveries[0]).toMatchObject({
      status: 'waiting',
      reply: expect.stringContaining('Try again later'),
    });
    app.clock.advance(49 * 3_600_000);
    await once();
    app.clock.advance(-49 * 3_600_000);
    expect((await report(id)).deliveries[0]).toMatchObject({ status: 'refused' });
  });
});

test('while the database is down, a mailing ends instead of asking it without a pause', async () => {
  const people = await customers(6);
  const id = await start(people.map(({ email }) => email));
  let asked = 0;
  const down = new Proxy(app.db, {
    get: (db, name) => {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(db, name, db);
        return typeof value === 'function' ? (value.bind(db) as unknown) : value;
      }
      const execute = async () => {
        asked += 1;
        await setImmediate();
        throw new Error('the database is down');
      };
      return () => ({ execute });
    },
  });
  const run = { id, signal: AbortSignal.timeout(2000) };
  const mailing = continueMailing({ db: down, clock: app.clock }, openMailTransport(app.config), run);
  await expect(mailing).rejects.toThrow('the database is down');
  expect(asked).toBeLessThan(30);
});

test('however many mailings run at once, four mails are in flight: the portal keeps its connections', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => buildCustomer(app.deps)));
  const ids = await Promise.all(Array.from({ length: 3 }, () => start(people.map(({ email }) => email))));
  const together = countTogether(4);
  const slowly = async () => {
    await together.work();
    return { forget: true };
  };
  const { signal } = new AbortController();
  await Promise.all(ids.map((id) => continueMailing(app.deps, slowly, { id, signal })));
  expect(together.most).toBe(4);
  for (const id of ids) expect((await report(id)).mailing).toMatchObject({ sent: 6, waiting: 0 });
});
