import { pino } from 'pino';
import { Readable } from 'node:stream';
import { addSolutionImage } from '../../../features/catalogue/server/solution-images.ts';
import { hashPassword } from '../../../features/accounts/server/passwords.ts';
import { signAccounts } from '../../../features/credits/server/ledger-seal.ts';
import { downloadModified } from '../../../features/files/server/downloads.ts';
import { startWork } from '../../../features/files/server/start-work.ts';
import { setFeasibility, uploadModified } from '../../../features/files/review/server/feasibility.ts';
import { mapFileFields, type FileFieldValues } from '../../../features/files/file-fields.ts';
import { createFile } from '../../../features/files/upload/server/upload.ts';
import { cancelFile, completeDelivered, confirmAndPay } from '../../../features/files/server/payment.ts';
import { openTicket, sendMessage } from '../../../features/tickets/server/messages.ts';
import { closeTicket } from '../../../features/tickets/server/tickets.ts';
import { readDatabaseTime } from '../../../server/database/database-clock.ts';
import type { Actor, Deps, Upload } from '../../../server/http/call.ts';
import { settlePastMails } from '../../../server/mail/outbox.ts';
import { CUSTOMERS, type Nick } from './customers.ts';
import { listDtcOffEvents } from './demo-dtc-off.ts';
import { listPaymentEvents } from './demo-payments.ts';
import { backdateLedger, measurePastReadiness } from './dates.ts';
import { drawLogPicture, modifiedImage, originalImage } from './images.ts';
import { SOLUTIONS } from './solutions.ts';
import { STORIES, type Message, type Step, type Story } from './stories.ts';
import { addTuner } from './staff.ts';
import { endFirstStart } from './end-first-start.ts';
import { measureDisk } from '../../../features/shop/disk-use/server/measure-disk.ts';
import { checkWholeLedger } from '../../server/whole-ledger.ts';

/** The password of every customer of the demo world; it is shown on the terminal. */
export const DEMO_PASSWORD = 'Petrol-Teal-26';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type DemoEvent = { at: number; happen: () => Promise<unknown> };

interface World {
  deps: Deps;
  administrator: Actor;
  customers: Map<Nick, Actor>;
  solutions: Map<string, { id: number; credits: number }>;
  /** When the seeding began: every later time in the database has to be dated back. */
  begunAt: Date;
}

/**
 * For DEMO=1 and `npm run admin seed`: fills an empty portal with a believable small world; one with customers is left alone.
 * Its events happen in the order of their dates, through the product's own operations, so that ledger and history are
 * true.
 */
export async function seedDemo(lent: Omit<Deps, 'log'>, log: (line: string) => void): Promise<void> {
  const deps: Deps = { ...lent, log: pino({ level: 'silent' }) };
  const customers = deps.db.selectFrom('users').select('id').where('role', '=', 'CUSTOMER');
  const someone = await customers.limit(1).executeTakeFirst();
  if (someone) {
    log('This portal has customers already, so the demo world was not added.');
    return;
  }
  const world: World = {
    deps,
    administrator: await findAdministrator(deps),
    customers: new Map(),
    solutions: await offerSolutions(deps),
    begunAt: await readDatabaseTime(deps.db),
  };
  const lastMail = await deps.db.selectFrom('mails').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const happenings = [
    ...listArrivals(world),
    ...listPayments(world),
    ...listDtcOffEvents(deps, () => getCustomer(world, 'claire')).map(({ daysAgo, happen }) => ({
      at: toPastMs(world, daysAgo),
      happen,
    })),
    ...STORIES.flatMap((story, at) => play(world, story, at + 1)),
  ];
  for (const { at, happen } of happenings.sort((one, other) => one.at - other.at)) {
    await happen();
    await backdateLedger(world.deps.db, { begunAt: world.begunAt, at: new Date(at) }, signAccounts);
  }
  await measurePastReadiness(deps.db);
  await measureDisk(deps);
  await settlePastMails(deps.db, lastMail?.id ?? 0);
  await endFirstStart(deps);
  await addSolutionImage(deps, world.administrator, await receive(deps, 'Boost curve.png', drawLogPicture()));
  const faults = await checkWholeLedger(deps);
  if (faults.length > 0) throw new Error(`The ledger of the demo world does not add up: ${faults.join('; ')}`);
  log(
    `The demo world has ${SOLUTIONS.length} solutions, ${world.customers.size} customers and ${STORIES.length} files. Log in with ${DEMO_PASSWORD} as`,
  );
  const tuner = await addTuner(deps, await hashPassword(deps, { password: DEMO_PASSWORD }));
  log(`  ${emailOf('elena')} (has credits), ${emailOf('jonas')} (has none), ${tuner} (works on files and tickets)`);
}

const emailOf = (nick: Nick) => `${nick}@example.com`;

async function findAdministrator({ db }: Deps): Promise<Actor> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  if (!found) throw new Error('The demo world needs an administrator.');
  return toActor(found.id, 'ADMIN');
}

const toActor = (id: number, role: Actor['role']): Actor => ({
  id,
  role,
  staff_capabilities: null,
  verified: true,
  sessionId: 'demo',
  requestId: 'demo',
});

/** Leaves the operator's own catalogue as it is; adds only what the stories need and it lacks. */
async function offerSolutions({ db }: Deps): Promise<World['solutions']> {
  const readAll = () =>
    db.selectFrom('solutions').select(['id', 'name', 'credits']).where('deleted_at', 'is', null).execute();
  const names = new Set((await readAll()).map(({ name }) => name));
  const missing = SOLUTIONS.filter(({ name }) => !names.has(name));
  if (missing.length > 0) await db.insertInto('solutions').values(missing).execute();
  return new Map((await readAll()).map(({ id, name, credits }) => [name, { id, credits }]));
}

const toPastMs = (world: World, days: number) => world.begunAt.getTime() - days * DAY_MS;

function listArrivals(world: World): DemoEvent[] {
  const password = hashPassword(world.deps, { password: DEMO_PASSWORD });
  return (Object.keys(CUSTOMERS) as Nick[]).map((nick) => {
    const { daysAgo, ...fields } = CUSTOMERS[nick];
    const happen = async () => {
      const user = await world.deps.db
        .insertInto('users')
        .values({ verified: true, ...fields, email: emailOf(nick), password_hash: await password })
        .returning('id')
        .executeTakeFirstOrThrow();
      world.customers.set(nick, toActor(user.id, 'CUSTOMER'));
    };
    return { at: toPastMs(world, daysAgo), happen };
  });
}

function getCustomer({ customers }: World, nick: Nick): Actor {
  const actor = customers.get(nick);
  if (!actor) throw new Error(`${nick} does something before registering`);
  return actor;
}

function listPayments(world: World): DemoEvent[] {
  const { deps, administrator } = world;
  const findCustomerId = (nick: Nick) => getCustomer(world, nick).id;
  return listPaymentEvents(deps, { administrator, findCustomerId }).map(({ daysAgo, happen }) => ({
    at: toPastMs(world, daysAgo),
    happen,
  }));
}

/** Plays one file from its upload to its present state. */
function play(world: World, story: Story, serial: number): DemoEvent[] {
  const file = { id: 0 };
  const uploadedAt = toPastMs(world, story.daysAgo);
  const upload = async () => {
    file.id = await uploadOriginal(world, story, serial);
  };
  const happenings: DemoEvent[] = [{ at: uploadedAt, happen: upload }];
  let at = uploadedAt;
  for (const [afterHours, step] of story.steps) {
    at += afterHours * HOUR_MS;
    happenings.push({ at, happen: () => take(world, step, { story, serial, id: file.id }) });
  }
  return [...happenings, ...listChatEvents(world, story, file, uploadedAt)];
}

async function uploadOriginal(world: World, story: Story, serial: number): Promise<number> {
  const detail = await createFile(world.deps, getCustomer(world, story.owner), {
    fields: {
      ...(mapFileFields(
        (name, { isRequired, example }) => story[name] || (isRequired ? example : null),
      ) as FileFieldValues),
      solution_ids: story.solutions.map((name) => world.solutions.get(name)?.id ?? 0),
      solution: story.dtcs === undefined ? '' : `DTC:${story.dtcs}`,
    },
    upload: await receive(world.deps, `${fileStem(story)}.bin`, originalImage(story.family, serial)),
  });
  return detail.file.id;
}

const fileStem = ({ brand, car, ecu }: Story) => `${brand}_${car}_${ecu}`.replaceAll(/[^\w+-]/g, '_');

async function receive({ storage }: Deps, fileName: string, bytes: Uint8Array): Promise<Upload> {
  return { ...(await storage.receive(Readable.from([bytes]))), fileName };
}

async function take(
  world: World,
  step: Step,
  { story, serial, id }: { story: Story; serial: number; id: number },
): Promise<void> {
  const { deps, administrator } = world;
  const owner = getCustomer(world, story.owner);
  const modified = () => receive(deps, `${fileStem(story)}_mod.bin`, modifiedImage(story.family, serial));
  const notes = story.notes ?? null;
  const price = story.solutions.reduce((sum, name) => sum + (world.solutions.get(name)?.credits ?? 0), 0);
  const press: Record<Step, () => Promise<unknown>> = {
    'start processing': () => startWork(deps, administrator, id),
    attach: async () => uploadModified(deps, administrator, { id, fileId: undefined, notes, upload: await modified() }),
    'mark possible': async () =>
      setFeasibility(deps, administrator, { id, feasible: 'POSSIBLE', price, notes, upload: await modified() }),
    'mark not possible': () =>
      setFeasibility(deps, administrator, { id, feasible: 'NOT_POSSIBLE', price: null, notes, upload: null }),
    pay: () => confirmAndPay(deps, owner, { id, price }),
    download: async () => (await downloadModified(deps, owner, id)).stream.destroy(),
    complete: () => completeDelivered({ ...deps, config: { ...deps.config, completeAfterDays: 14 } }),
    'cancel as owner': () => cancelFile(deps, owner, id),
    'cancel as administrator': () => cancelFile(deps, administrator, id),
  };
  await press[step]();
}

const HOURS_BETWEEN_MESSAGES = 1.5;

function listChatEvents(world: World, { owner, ticket }: Story, file: { id: number }, uploadedAt: number): DemoEvent[] {
  if (!ticket) return [];
  const { messages, afterHours, closedAfterHours } = ticket;
  const opened = { id: 0 };
  const at = (hours: number) => uploadedAt + hours * HOUR_MS;
  const write =
    ({ from, text, attachment }: Message, index: number) =>
    async () => {
      const actor = from === 'owner' ? getCustomer(world, owner) : world.administrator;
      const upload = attachment ? await receive(world.deps, 'third-gear-log.png', drawLogPicture()) : null;
      const arrival = { message: text, upload, idempotencyKey: null };
      if (index > 0) await sendMessage(world.deps, actor, { id: opened.id, ...arrival });
      else opened.id = (await openTicket(world.deps, actor, { fileId: file.id, ...arrival })).id;
    };
  const close = () => closeTicket(world.deps, world.administrator, opened.id);
  return [
    ...messages.map((message, index) => ({
      at: at(afterHours + index * HOURS_BETWEEN_MESSAGES),
      happen: write(message, index),
    })),
    ...(closedAfterHours === undefined ? [] : [{ at: at(closedAfterHours), happen: close }]),
  ];
}
