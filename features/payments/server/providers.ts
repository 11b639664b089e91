import type { ProviderEntry } from './provider.ts';
import { PAYPAL } from './paypal/paypal.ts';
import { SANDBOX } from './sandbox/sandbox-provider.ts';

/**
 * Every available payment provider; PAYMENT_MODE chooses one by its id. The launcher reads the settings before packages
 * are installed, so nothing that is imported here may import a package.
 */
export const PROVIDERS: readonly ProviderEntry[] = [SANDBOX, PAYPAL];
