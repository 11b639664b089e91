import { randomUUID } from 'node:crypto';
import { type Transaction, sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { Refusal } from '../../../contract/refusal.ts';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { applyChanges } from '../../../server/http/changes.ts';
import { notFound } from '../../../server/http/replies.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import type { CreateWebhook } from '../webhook-forms.ts';
import type { Webhook, WebhookWithKey, patchWebhook } from '../webhooks.calls.ts';
import { noticeDisabled } from './deliver-webhook.ts';
import { deriveKey } from './signing.ts';
import { refuseUrl } from './webhook-addresses.ts';
import { selectWebhooks } from './webhooks.queries.ts';

/** More than one shop has programs. */
const MAX_WEBHOOKS = 50;
/** How long the keys before a change sign too. */
const EARLIER_KEYS_HOURS = 24;
/** Each lengthens the header of a message. */
const MAX_EARLIER_KEYS = 8;

type Tx = Transaction<Schema>;

export const listWebhooks = ({ db }: Pick<Deps, 'db'>): Promise<Webhook[]> =>
  selectWebhooks(db).orderBy('name').orderBy('id').limit(MAX_WEBHOOKS).execute() as Promise<Webhook[]>;

const getWebhook = async (tx: Tx, id: number): Promise<Webhook> =>
  (await selectWebhooks(tx).where('id', '=', id).executeTakeFirstOrThrow()) as Webhook;

function requireSendable({ config }: Pick<Deps, 'config'>, url: string): void {
  if (!URL.canParse(url)) throw new Refusal('errors.webhooks.url_invalid', 'url');
  const refused = refuseUrl(url, config.webhookNetworks);
  if (refused === 'PRIVATE') throw new Refusal('errors.webhooks.url_private', 'url');
  if (refused === 'INSECURE') throw new Refusal('errors.webhooks.url_insecure', 'url');
}

/** Adds a webhook; its key is in the reply and nowhere else. */
export async function createWebhook(deps: Deps, actor: Actor, input: CreateWebhook): Promise<WebhookWithKey> {
  requireSendable(deps, input.url);
  return deps.db.transaction().execute(async (tx) => {
    await sql`lock table webhooks in share row exclusive mode`.execute(tx);
    const { count } = await tx
      .selectFrom('webhooks')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    if (count >= MAX_WEBHOOKS) throw new Refusal('errors.webhooks.too_many', undefined, { most: MAX_WEBHOOKS });
    const made = await tx
      .insertInto('webhooks')
      .values({ name: input.name, url: input.url, events: [...new Set(input.events)] })
      .returning(['id', 'key_name'])
      .executeTakeFirstOrThrow();
    const subject = { kind: 'WEBHOOK', id: made.id, name: input.name } as const;
    await recordChange(tx, actor, { kind: 'CREATED', subject, from: null, to: input.url });
    return { ...(await getWebhook(tx, made.id)), signing_key: deriveKey(deps.webhookSecret, made.key_name) };
  });
}

async function lockWebhook(tx: Tx, id: number) {
  const found = await tx.selectFrom('webhooks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (found === undefined) throw notFound();
  return found;
}

/** Changes the fields that are given. */
export async function setWebhook(
  deps: Deps,
  actor: Actor,
  { id, ...given }: InputOf<typeof patchWebhook>,
): Promise<Webhook> {
  if (given.url !== undefined) requireSendable(deps, given.url);
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockWebhook(tx, id);
    const wasEnabled = before.disabled_at === null;
    const { name, url, is_enabled, ...after } = applyChanges({ ...before, is_enabled: wasEnabled }, given);
    const events = [...new Set(after.events)];
    const off = { disabled_at: deps.clock.now(), disabled_for: 'ADMINISTRATOR' as const };
    const on = { disabled_at: null, disabled_for: null, failing_since: null, resting_until: null };
    await tx
      .updateTable('webhooks')
      .set({ name, url, events, ...(wasEnabled === is_enabled ? {} : is_enabled ? on : off) })
      .where('id', '=', id)
      .execute();
    const subject = { kind: 'WEBHOOK', id, name } as const;
    const fields = [
      ['Name', before.name, name],
      ['Address', before.url, url],
      ['Events', before.events.join(', '), events.join(', ')],
      ['Status', wasEnabled ? 'ON' : 'OFF', is_enabled ? 'ON' : 'OFF'],
    ] as const;
    for (const [field, from, to] of fields)
      await recordChange(tx, actor, { kind: 'CONFIGURATION', subject, field, from, to });
    await noticeDisabled(tx);
    return getWebhook(tx, id);
  });
}

export async function deleteWebhook({ db }: Deps, actor: Actor, id: number): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const { name, url } = await lockWebhook(tx, id);
    await tx.deleteFrom('webhooks').where('id', '=', id).execute();
    const subject = { kind: 'WEBHOOK', id, name } as const;
    await recordChange(tx, actor, { kind: 'DELETED', subject, from: url, to: null });
    await noticeDisabled(tx);
  });
  return { message: 'The webhook is deleted.' };
}

/** Makes a new key; those that sign until now go on until the receiver had time to change. */
export async function changeWebhookKey(deps: Deps, actor: Actor, id: number): Promise<WebhookWithKey> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await lockWebhook(tx, id);
    const key_name = randomUUID();
    const now = deps.clock.now();
    const until = new Date(now.getTime() + EARLIER_KEYS_HOURS * 3_600_000);
    const earlier_key_names = sql<string[]>`case when previous_key_until > ${now}
      then (array_prepend(previous_key_name, earlier_key_names))[1:${sql.lit(MAX_EARLIER_KEYS)}] else '{}'::uuid[] end`;
    await tx
      .updateTable('webhooks')
      .set({ key_name, previous_key_name: before.key_name, previous_key_until: until, earlier_key_names })
      .where('id', '=', id)
      .execute();
    const subject = { kind: 'WEBHOOK', id, name: before.name } as const;
    const [from, to] = [before.key_name.slice(0, 8), key_name.slice(0, 8)];
    await recordChange(tx, actor, { kind: 'CONFIGURATION', subject, field: 'Signing key', from, to });
    return { ...(await getWebhook(tx, id)), signing_key: deriveKey(deps.webhookSecret, key_name) };
  });
}
