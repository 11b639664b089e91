import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { useLedgerSeal } from '../../features/credits/server/ledger-seal.ts';
import { openLedgerSeal } from '../../features/credits/server/ledger-keys.ts';
import { connect, type Connection } from '../../server/database/connect.ts';
import type { PortalCluster } from './portal-cluster.ts';
import { composeDeps } from '../../server/testing/compose-deps.ts';

const CREDITS = 100_000;

export interface Person {
  id: number;
  token: string;
}

export interface Stage {
  connection: Connection;
  customers: Person[];
  administrator: Person;
  /** Their language is changed to see whether writes are carried out. */
  probed: Person;
  /** Their language is changed to measure how soon a change is known everywhere; no other events concern them. */
  watched: Person;
  solutionId: number;
}

/** Creates customers with credits, an administrator and something to sell, without going through the portal. */
export async function buildStage(
  { ownerUrl, environment, folder }: Pick<PortalCluster, 'ownerUrl' | 'environment' | 'folder'>,
  customers: number,
): Promise<Stage> {
  const connection = connect(ownerUrl, 4);
  const { db } = connection;
  const { LEDGER_KEY, SESSION_SECRET } = environment;
  useLedgerSeal(db, await openLedgerSeal(db, { dataDir: folder, ledgerKey: LEDGER_KEY, ledgerKeysOld: [] }));
  const deps = composeDeps({ db, dataDir: folder, sessionSecret: SESSION_SECRET });
  const people: Person[] = [];
  for (let at = 0; at < customers; at += 1) {
    const person = await buildSignedIn(deps);
    await buildCredits(deps, person.id, CREDITS);
    people.push(person);
  }
  const { id: solutionId } = await db
    .insertInto('solutions')
    .values({ name: 'Stage 1', code: 'ST1', credits: 5, type: 'TUNING', order_no: 1, image_url: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    connection,
    customers: people,
    administrator: await buildSignedIn(deps, { role: 'ADMIN' }),
    probed: await buildSignedIn(deps),
    watched: await buildSignedIn(deps),
    solutionId,
  };
}
