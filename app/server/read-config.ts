import { readBlockedDtcs } from '../../features/dtc-off/server/dtc-blocked.ts';
import { readShopHours } from '../../features/shop/server/shop-hours.ts';
import { readTargetTimes } from '../../features/staff/work/server/target-times.ts';
import { readPaymentConfig } from '../../features/payments/server/payment-config.ts';
import { readWebhookNetworks } from '../../features/webhooks/server/webhook-networks.ts';
import { readAddress } from '../../server/config-addresses.ts';
import { type Config, type Environment, readServerConfig } from '../../server/config.ts';

/** Reads all settings; throws a sentence naming the variable and the remedy when a value makes no sense. */
export const readConfig = (env: Environment, projectDir: string): Config => ({
  ...readServerConfig(env, projectDir),
  ...readPaymentConfig(env, (name) => readAddress(env, name)),
  shopHours: readShopHours(env),
  targetTimes: readTargetTimes(env),
  webhookNetworks: readWebhookNetworks(env.WEBHOOK_NETWORKS),
  dtcBlocked: readBlockedDtcs(env.DTC_BLOCKED),
});

/** Call it before the first connection is opened. Without the settings, no tracing code is loaded. */
export async function startTracing(
  { traces, role }: Config,
  log: (line: string) => void,
): Promise<(() => Promise<void>) | null> {
  if (traces === null) return null;
  const { exportTraces } = await import('../../server/traces/otlp.ts');
  return exportTraces(traces, { role, onError: log });
}
