// Run by the launcher before it installs and builds, so with nothing but Node: errors in the settings are shown at once
// instead of minutes later. The server checks the same again when it starts.
import { fileURLToPath } from 'node:url';
import { requireRealPayments } from '../../features/payments/server/payment-config.ts';
import { readConfig } from './read-config.ts';
import { requireUsableMachine } from '../../server/preflight.ts';

try {
  const config = readConfig(process.env, fileURLToPath(new URL('../..', import.meta.url)));
  requireRealPayments(config.paymentProvider, process.env);
  await requireUsableMachine(config);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
