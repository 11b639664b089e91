import type { ApplicationConfiguration } from '../../features/shop/settings.calls.ts';

type Checkout = NonNullable<ApplicationConfiguration['checkout']>;

/** Checkout form of a provider that is unknown to the screens. */
export const CHECKOUT: Checkout = {
  provider: 'Acme Pay',
  mode: 'acme',
  is_test: false,
  action: 'https://checkout.example.com/pay',
  fields: { merchant: 'M77', return: 'https://tuning.example.com/buy-credits?success=true' },
  custom_field: 'reference',
  amount_field: 'total',
};

export const SANDBOX_CHECKOUT: Checkout = {
  ...CHECKOUT,
  mode: 'sandbox',
  is_test: true,
  action: '/api/sandbox/checkout',
};
