import type { Config } from '../../../../server/config.ts';
import { portalUrl } from '../../../../server/texts.ts';

/** The portal as browsers and authenticators know it: by the address that the operator has set, never by a request. */
export function getRelyingParty(config: Pick<Config, 'publicUrl' | 'port'>): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(portalUrl(config));
  return { rpID: hostname, origin };
}
