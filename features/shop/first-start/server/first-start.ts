import type { Actor, Deps } from '../../../../server/http/call.ts';
import type { Config } from '../../../../server/config.ts';
import { listServiceStates } from '../../server/outside-services.ts';
import { type FirstStart, type FirstStartFacts, FIRST_START_STEPS } from '../first-start.calls.ts';
import { countDone, findDoneSteps } from '../first-start.rules.ts';
import { readFacts } from './first-start.queries.ts';
import { markOnce } from './mark-once.ts';

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
  is_set: written !== undefined,
  written: written?.hours ?? '',
  time_zone: timeZone,
});

/** Dismisses the guide for every administrator: what is left can be done without it. */
export async function dismissFirstStart(deps: Deps, actor: Actor): Promise<{ message: string }> {
  await markOnce(deps, actor, 'dismissed_at', { name: 'First start', from: 'shown', to: 'dismissed' });
  return { message: 'The first start is not shown any more.' };
}
