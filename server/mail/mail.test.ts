import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { dropJobs, startWorkers } from '../jobs.ts';
import { limitSendTime } from './mail-faults.ts';
import { deliverMail } from './deliver.ts';
import { type Mail, postMail, resendWaiting } from './outbox.ts';
import { openMailTransport, type Send } from './transport.ts';

const MAIL: Mail = {
  subject: 'Датотеката е готова & priced <b>',
  greeting: 'Hello Ана <script>,',
  paragraphs: ['A first line.', 'Ünïcode & "quotes".'],
  action: { label: 'Open the file', url: 'https://tuning.example.com/view-file/12?a=1&b=2' },
};

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-mail-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => app.db.deleteFrom('mails').execute());

/** Starts a real SMTP server; `refuse` is called for every message. */
async function startSmtp(
  refuse: () => boolean = () => false,
): Promise<{ url: string; received: Email[]; stop(): void }> {
  const received: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuse()) return done(new Error('try later'));
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push(mail);
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, stop: () => server.close() };
}

async function post(key: string, to = 'ana@example.com'): Promise<number> {
  await postMail(app.db, { key, to, mail: MAIL });
  return (await app.db.selectFrom('mails').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
}

const readMail = (id: number) => app.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const transportTo = (smtpUrl: string | null): Send =>
  openMailTransport({ ...app.config, smtpUrl, dataDir: folder, mailFrom: 'Tunedesk <desk@example.com>' });

test('the password of a mail server is sent to none that offers no TLS, unless the address says so', async () => {
  let passwords = 0;
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth(_given, _session, done) {
      passwords += 1;
      done(null, { user: 'me' });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `smtp://me:secret@127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const message = { id: 1, to: 'ana@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  await expect(transportTo(address)(message)).rejects.toThrow('STARTTLS');
  expect(passwords).toBe(0);
  await expect(transportTo(`${address}?requireTLS=false`)(message)).resolves.toMatchObject({ forget: true });
  expect(passwords).toBe(1);
  server.close();
});

describe('over SMTP', () => {
  test('a mail arrives with its subject, text and HTML, and markup in its text is escaped', async () => {
    const smtp = await startSmtp();
    const id = await post('arrives');
    await deliverMail(app.deps, transportTo(smtp.url), id);
    smtp.stop();
    const [mail] = smtp.received;
    expect(mail?.subject).toBe(MAIL.subject);
    expect(mail?.from?.address).toBe('desk@example.com');
    expect(mail?.to?.map(({ address }) => address)).toEqual(['ana@example.com']);
    expect(mail?.messageId).toMatch(new RegExp(`^<mail-${id}@`));
    for (const line of [MAIL.greeting, ...MAIL.paragraphs, MAIL.action?.url ?? '']) expect(mail?.text).toContain(line);
    expect(mail?.html).toContain('Hello Ана &lt;script&gt;,');
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).toContain('href="https://tuning.example.com/view-file/12?a=1&amp;b=2"');
  });

  test('a sent mail is marked, its text is erased, and it is not sent again', async () => {
    const smtp = await startSmtp();
    const id = await post('once');
    await deliverMail(app.deps, transportTo(smtp.url), id);
    await deliverMail(app.deps, transportTo(smtp.url), id);
    smtp.stop();
    expect(smtp.received).toHaveLength(1);
    expect(await readMail(id)).toMatchObject({ text_body: null, html_body: null, attempts: 1, last_error: null });
    expect((await readMail(id)).sent_at).not.toBeNull();
  });

  test('two workers with the same mail send it once', async () => {
    const smtp = await startSmtp();
    const id = await post('two workers');
    const send = transportTo(smtp.url);
    await Promise.all([1, 2, 3, 4].map(() => deliverMail(app.deps, send, id)));
    smtp.stop();
    expect(smtp.received).toHaveLength(1);
  });

  test('a refusal is recorded and thrown, so that the job is retried with the stored text', async () => {
    let refusals = 1;
    const smtp = await startSmtp(() => refusals-- > 0);
    const id = await post('refused');
    await expect(deliverMail(app.deps, transportTo(smtp.url), id)).rejects.toThrow(/try later/);
    expect(await readMail(id)).toMatchObject({
      sent_at: null,
      attempts: 1,
      last_error: expect.stringMatching(/try later/),
    });
    await deliverMail(app.deps, transportTo(smtp.url), id);
    smtp.stop();
    expect(smtp.received).toHaveLength(1);
    expect(await readMail(id)).toMatchObject({ attempts: 2, last_error: null });
  });
});

test('without SMTP a mail becomes a file that any mail program can open', async () => {
  const id = await post('to the folder');
  await deliverMail(app.deps, transportTo(null), id);
  const [name, ...more] = await readdir(join(folder, 'outbox'));
  expect(more).toEqual([]);
  expect(name).toMatch(/^\d{8}\.eml$/);
  const mail = await PostalMime.parse(await readFile(join(folder, 'outbox', name ?? '')));
  expect(mail.subject).toBe(MAIL.subject);
  expect(mail.text).toContain('A first line.');
  // There is no other place to read it.
  expect((await readMail(id)).text_body).toContain('A first line.');
});

describe('the outbox', () => {
  test('a mail of a transaction that is rolled back is not posted', async () => {
    const rolledBack = app.db.transaction().execute(async (tx) => {
      await postMail(tx, { key: 'never', to: 'ana@example.com', mail: MAIL });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await app.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  });

  test('the same event posts only one mail', async () => {
    await post('same');
    await post('same', 'other@example.com');
    expect(await app.db.selectFrom('mails').select('recipient').execute()).toEqual([{ recipient: 'ana@example.com' }]);
  });

  test('a start with a full outbox queues every mail once, with a handful of statements', async () => {
    await dropJobs(app.db, 'deliver-mail');
    const [text_body, html_body] = ['A line.', '<p>A line.</p>'];
    const mails = Array.from({ length: 2500 }, (_, number) => ({
      key: `full ${number}`,
      recipient: 'ana@example.com',
      subject: 'Full',
      text_body,
      html_body,
    }));
    await app.db.insertInto('mails').values(mails).execute();
    let statements = 0;
    const counted = app.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await resendWaiting(counted);
    await resendWaiting(counted);
    expect(statements).toBeLessThan(20);
    const { rows } = await sql<{ jobs: number; mails: number }>`
      select count(*)::int as jobs, count(distinct data->>'id')::int as mails
        from jobs.job where name = 'deliver-mail' and state = 'created'`.execute(app.db);
    expect(rows).toEqual([{ jobs: 2500, mails: 2500 }]);
    await dropJobs(app.db, 'deliver-mail');
  });

  test('a worker delivers new mails and those left over from before', async () => {
    const smtp = await startSmtp();
    const send = transportTo(smtp.url);
    await post('left over');
    await app.db
      .withSchema('jobs')
      .deleteFrom('job' as never)
      .execute();
    await resendWaiting(app.db);
    const work = { 'deliver-mail': (id: number) => deliverMail(app.deps, send, id) };
    const workers = await startWorkers(app.databaseUrl, work, () => undefined);
    await post('new');
    await expect.poll(() => smtp.received.length).toBe(2);
    await workers.stop();
    smtp.stop();
  });
});

test('a shutdown does not wait for a hanging mail server, and the mail is delivered later', async () => {
  const hanging = createServer();
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const { port } = hanging.address() as AddressInfo;
  const reached = new Promise((resolve) => hanging.once('connection', resolve));
  const stopping = new AbortController();
  const config = { ...app.deps.config, smtpUrl: `smtp://127.0.0.1:${port}` };
  const send = limitSendTime(stopping.signal, openMailTransport(config), 100);
  const id = await post('hanging');
  const delivering = deliverMail(app.deps, send, id);
  await reached;
  stopping.abort();
  await expect(delivering).rejects.toThrow('The portal was stopped before the mail server answered.');
  hanging.close();
  const smtp = await startSmtp();
  await deliverMail(app.deps, openMailTransport({ ...config, smtpUrl: smtp.url }), id);
  smtp.stop();
  expect(smtp.received).toHaveLength(1);
  const mail = await app.db.selectFrom('mails').select(['sent_at', 'attempts', 'last_error']).executeTakeFirstOrThrow();
  expect(mail).toEqual({ sent_at: expect.any(String), attempts: 2, last_error: null });
});

test('a mail that the mail server accepts while the portal stops counts as sent', async () => {
  const send = limitSendTime(AbortSignal.abort(), async () => ({ forget: true, response: '250 OK' }), 100);
  const id = await post('just-in-time');
  await deliverMail(app.deps, send, id);
  const mail = await app.db.selectFrom('mails').select(['attempts', 'last_error']).executeTakeFirstOrThrow();
  expect(mail).toEqual({ attempts: 1, last_error: null });
});
