import type { Computed } from './schema-columns.ts';

/** Written only by the function `security_record`; features/accounts/security-log defines the values of `event` and `reason`. */
export interface SecurityEventsTable {
  id: Computed<number>;
  event: Computed<string>;
  reason: Computed<string>;
  is_attempt: Computed<boolean>;
  actor_id: Computed<number | null>;
  account_id: Computed<number | null>;
  account: Computed<string>;
  address: Computed<string>;
  network: Computed<string>;
  call: Computed<string>;
  detail: Computed<string>;
  scope: Computed<'ONE' | 'NETWORK' | 'ALL'>;
  times: Computed<number>;
  hour: Computed<string>;
  first_at: Computed<string>;
  last_at: Computed<string>;
}
