import type { Config } from '../../../server/config.ts';
import { OUTSIDE_SERVICES, type OutsideService, type ServiceState } from '../settings.calls.ts';

export type StoredUses = Readonly<Record<`${OutsideService}_use`, 'NOT_USED' | null>>;

export const USE_COLUMNS = OUTSIDE_SERVICES.map((service) => `${service}_use` as const);

const IS_SET_UP: Readonly<Record<OutsideService, (config: Config) => boolean>> = {
  google: ({ google }) => google !== null,
  gain: ({ gainUrl }) => gainUrl !== null,
  social: ({ socialLinks }) => socialLinks.length > 0,
  chat: ({ chatUrl }) => chatUrl !== null,
};

/** Returns the state of each service. An address that is set counts more than the decision not to use the service. */
export const listServiceStates = (config: Config, uses: StoredUses): Record<OutsideService, ServiceState> =>
  Object.fromEntries(
    OUTSIDE_SERVICES.map((service) => [
      service,
      IS_SET_UP[service](config) ? 'SET_UP' : (uses[`${service}_use`] ?? 'UNDECIDED'),
    ]),
  ) as Record<OutsideService, ServiceState>;
