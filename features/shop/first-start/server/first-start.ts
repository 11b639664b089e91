import { sql } from 'kysely';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import type { Config } from '../../../../server/config.ts';
import { type StoredUses, listServiceStates } from '../../server/stored-settings.ts';
import { FIRST_START_STEPS, type FirstStart, type FirstStartFacts } from '../first-start.calls.ts';
import { countDone, findDoneSteps } from '../first-start.rules.ts';
import { markOnce } from './test-mail.ts';
import type { Database } from '../../../../server/database/connect.ts';
import { hasCapability } from '../../../../server/database/active-users.ts';

type Read = Pick<Deps, 'db' | 'config'>;

export async function getFirstStart({ db, config }: Read): Promise<FirstStart> {
  const { dismissed_at } = await selectState({ db }).executeTakeFirstOrThrow();
  const facts = await findFacts({ db, config });
  return { is_dismissed: dismissed_at !== null, done: findDoneSteps(facts), facts };
}

/** Returns for the dashboard how many steps are done; null when nothing is left to do, or the guide was dismissed. */
export async function findProgress({ db, config }: Read): Promise<{ done: number; of: number } | null> {
  const { dismissed_at } = await selectState({ db }).executeTakeFirstOrThrow();
  if (dismissed_at !== null) return null;
  const done = countDone(findDoneSteps(await findFacts({ db, config })));
  const of = FIRST_START_STEPS.length;
  return done === of ? null : { done, of };
}

const selectState = ({ db }: Pick<Deps, 'db'>) => db.selectFrom('first_start').select('dismissed_at');

async function findFacts({ db, config }: Read): Promise<FirstStartFacts> {
  const provider = config.paymentProvider;
  const found = await readFacts(db, provider?.id ?? null);
  return {
    shop: { name: found.shop_name, logo_url: found.logo_url },
    catalogue: { offered: found.offered },
    hours: hoursOf(config),
    mail: { has_server: config.smtpUrl !== null, test: found.test },
    payment: {
      provider: provider?.name ?? null,
      is_test: provider?.isTest ?? false,
      credited_at: provider === null ? null : found.credited_at,
    },
    backup: {
      has_target: config.backupTarget !== null,
      schedule: config.backupSchedule && `${config.backupSchedule} (${serverZone()})`,
      made_at: found.made_at,
      failed_at: found.failed_at,
      requested_at: found.requested_at,
    },
    services: listServiceStates(config, found.uses),
    trial: found.trial,
  };
}

/** Backups follow the clock of the server, and not that of the shop. */
const serverZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const hoursOf = ({ shopHours: { timeZone, written } }: Config): FirstStartFacts['hours'] => ({
  is_set: written.hours !== '',
  written: written.hours,
  time_zone: timeZone,
});

/** Dismisses the guide for every administrator: what is left can be done without it. */
export async function dismissFirstStart(deps: Deps, actor: Actor): Promise<{ message: string }> {
  await markOnce(deps, actor, 'dismissed_at', { name: 'First start', from: 'shown', to: 'dismissed' });
  return { message: 'The first start is not shown any more.' };
}

interface StoredFacts extends Pick<FirstStartFacts, 'trial'> {
  shop_name: string | null;
  logo_url: string | null;
  offered: number;
  test: FirstStartFacts['mail']['test'];
  credited_at: string | null;
  made_at: string | null;
  failed_at: string | null;
  requested_at: string | null;
  uses: StoredUses;
}

const asText = (time: ReturnType<typeof sql.ref>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const time = (name: string) => asText(sql.ref(name));

/** Uses one statement; where there may be many rows, each part stops at the first one. */
async function readFacts(db: Database, provider: string | null): Promise<StoredFacts> {
  const { rows } = await sql<StoredFacts>`
    select a.shop_name, a.logo_url,
      json_build_object('google_use', a.google_use, 'gain_use', a.gain_use, 'social_use', a.social_use,
        'chat_use', a.chat_use) as uses,
      (select count(*)::int from solutions where deleted_at is null) as offered,
      (select json_build_object('to', m.recipient, 'posted_at', ${time('m.created_at')}, 'sent_at', ${time('m.sent_at')},
              'refused_at', ${time('m.refused_at')}, 'attempts', m.attempts, 'reply', m.server_answer, 'last_error', m.last_error)
         from mails m where m.id = f.test_mail_id) as test,
      (select ${time('p.settled_at')} from payment_messages p
        where p.outcome = 'CREDITED' and p.provider = ${provider} order by p.id desc limit 1) as credited_at,
      (select ${time('b.finished_at')} from backup_runs b where b.name is not null order by b.id desc limit 1) as made_at,
      (select case when b.name is null then ${time('b.finished_at')} end from backup_runs b
        order by b.id desc limit 1) as failed_at,
      ${time('f.backup_requested_at')} as requested_at,
      json_build_object(
        'customer', exists(select from users where ${hasCapability('customer-area.open')} and deleted_at is null),
        'upload', exists(select from files where deleted_at is null),
        'price', exists(select from files where feasible = 'POSSIBLE' and deleted_at is null),
        'pay', exists(select from files where price_status = 'PAID' and deleted_at is null),
        'download', exists(select from files where delivered_at is not null and deleted_at is null),
        'file_id', (select id from files where deleted_at is null order by id limit 1)) as trial
      from first_start f cross join application_configuration a`.execute(db);
  return rows[0] as StoredFacts;
}
