import type { MyUser } from '../../features/accounts/user.ts';
import { CUSTOMER } from './render-screen.tsx';

/** Reply of `/users/my` for the tests' customer. */
export const myUser = (fields: Partial<MyUser> = {}): MyUser => ({
  ...CUSTOMER,
  full_name: 'Ana Petrova',
  status: 'ACTIVE',
  verified: true,
  language: null,
  credit_balance: 120.5,
  ai_credit_balance: 0,
  notifications: [],
  admin_online: false,
  country_change: null,
  ...fields,
});
