import { isIP } from 'node:net';
import { isNetwork } from '../../../server/config-addresses.ts';

declare module '../../../server/config.ts' {
  interface Config {
    /** Addresses and networks of the operator's own that webhooks may be sent to, also without TLS. */
    webhookNetworks: readonly string[];
  }
}

/** Parses WEBHOOK_NETWORKS: addresses and networks, such as `10.0.0.5,192.168.0.0/16`. */
export function readWebhookNetworks(text: string | undefined): string[] {
  const entries = (text ?? '').split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '').map(requireNetwork);
}

function requireNetwork(entry: string): string {
  if (isIP(entry.split('/')[0] ?? '') !== 0 && isNetwork(entry)) return entry;
  throw new Error(
    `WEBHOOK_NETWORKS: "${entry}" is neither an IP address nor a network; list them with commas, such as WEBHOOK_NETWORKS=10.0.0.5,192.168.0.0/16.`,
  );
}
