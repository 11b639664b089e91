import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { listMails } from '../../features/messaging/messaging.calls.ts';
import { buildAdmin } from '../testing/stories.ts';
import { deliverMail } from './deliver.ts';
import { postMail } from './outbox.ts';
import { openMailTransport } from './transport.ts';
import { app, openStage } from '../testing/stage.ts';

openStage();
afterEach(() => app.db.deleteFrom('mails').execute());

const MAIL = { subject: 'Your file is ready', greeting: 'Hello Ana,', paragraphs: ['It can be downloaded.'] };

type Refusals = Pick<SMTPServerOptions, 'onMailFrom' | 'onRcptTo' | 'onData'>;

const reply = (responseCode: number) => Object.assign(new Error('not here'), { responseCode });

/**
 * Offers a mail to a real SMTP server that refuses it; returns what is stored about it, and how often it was offered.
 */
async function offerTwice(refusals: Refusals) {
  let offers = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      offers += 1;
      done();
    },
    ...refusals,
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const config = { ...app.config, smtpUrl: `smtp://127.0.0.1:${port}` };
  await postMail(app.db, { key: 'refused', to: 'ana@example.com', mail: MAIL });
  const { id } = await app.db.selectFrom('mails').select('id').executeTakeFirstOrThrow();
  const outcomes: string[] = [];
  for (const _ of [1, 2]) {
    const send = openMailTransport(config);
    outcomes.push(
      await deliverMail(app.deps, send, id).then(
        () => 'done with',
        () => 'tried again',
      ),
    );
    send.close();
  }
  server.close();
  return { outcomes, offers };
}

const drain: NonNullable<SMTPServerOptions['onData']> = (stream, _session, done) => {
  stream.resume();
  stream.on('end', () => done(reply(554)));
};

test.each<[string, Refusals]>([
  ['address', { onRcptTo: (_address, _session, done) => done(reply(550)) }],
  ['text', { onData: drain }],
])(
  'a mail whose %s is refused permanently fails after one attempt, and administrators see why',
  async (_, refusals) => {
    expect(await offerTwice(refusals)).toEqual({ outcomes: ['done with', 'done with'], offers: 1 });
    const admin = await buildAdmin(app.deps);
    const { body } = await app.call(listMails, {}, { token: admin.token });
    expect(body.mails).toMatchObject([
      { sent_at: null, refused_at: expect.any(String), attempts: 1, last_error: expect.stringContaining('not here') },
    ]);
  },
);

test.each<[string, Refusals]>([
  ['the address only for now', { onRcptTo: (_address, _session, done) => done(reply(451)) }],
  ['the sender, which a setting names', { onMailFrom: (_address, _session, done) => done(reply(553)) }],
])('a mail is retried when the server refuses %s', async (_, refusals) => {
  expect(await offerTwice(refusals)).toEqual({ outcomes: ['tried again', 'tried again'], offers: 2 });
  const mail = await app.db.selectFrom('mails').select(['refused_at', 'attempts']).executeTakeFirstOrThrow();
  expect(mail).toEqual({ refused_at: null, attempts: 2 });
});
