import { t } from '../../../web/text.ts';
import type { AlertKind } from '../../../web/ui/alert.tsx';
import type { NoticeKind, OperatorNotice } from '../notices.contract.ts';

type Details = OperatorNotice['details'];

interface Sentences {
  look: AlertKind;
  title: () => string;
  /** What is so, and what to do about it. */
  text: (details: Details) => string;
}

export const NOTICE_SENTENCES: Record<NoticeKind, Sentences> = {
  'disk.low': {
    look: 'danger',
    title: () => t('The portal accepts no more files: its disk is nearly full'),
    text: (details) =>
      t(
        '{free_mb} MB are free, and {reserve_mb} MB are the reserve of the database. Everything else works. Free some room on the disk, or give the portal a larger one; uploads are then accepted again at once.',
        details,
      ),
  },
  'files.damaged': {
    look: 'danger',
    title: () => t('Stored files are missing or damaged'),
    text: (details) =>
      t(
        'Of {checked} stored files, {missing} are missing and {damaged} are damaged. Restore them from a backup; “npm run files:verify” checks them again.',
        details,
      ),
  },
  'database.weak_role': {
    look: 'warning',
    title: () => t('The portal works as the owner of its database'),
    text: (details) =>
      t(
        'The portal uses the database role {role}, which owns the tables: anyone who gets its connection can disable the protection of the ledger. As an administrator of the database, create the role {server_role} (CREATE ROLE … LOGIN PASSWORD …). Then set DATABASE_OWNER_URL to what DATABASE_URL is now, DATABASE_URL to the same address with {server_role}, and restart the portal.',
        details,
      ),
  },
  'database.slow_search': {
    look: 'warning',
    title: () => t('Searching long lists is slow'),
    text: () =>
      t(
        'The database lacks the extension pg_trgm, and the role of the portal may not create it. As an administrator of the database, run CREATE EXTENSION pg_trgm; and start the portal again. Until then searches find the same, and take longer the longer the lists are.',
      ),
  },
  'storage.unreferenced': {
    look: 'warning',
    title: () => t('Many stored files belong to no record'),
    text: (details) =>
      t(
        '{files} stored files ({percent} % of all) belong to no record of the database. So many at once are unusual, and nothing was moved or removed. Please check that the portal runs on the right database. If it does, “npm run files:sweep -- --all” sets them aside.',
        details,
      ),
  },
  'payments.off': {
    look: 'warning',
    title: () => t('Payments are off: customers cannot buy credits'),
    text: (details) =>
      t(
        'PUBLIC_URL is {public_url}, a public address, and PAYMENT_MODE is not set. Set PAYMENT_MODE to a payment provider to sell credits, or to off if nothing is to be sold, and start the portal again.',
        details,
      ),
  },
  'payments.test_mode': {
    look: 'danger',
    title: () => t('TEST MODE: everybody can make credits'),
    text: (details) =>
      t(
        'PAYMENT_MODE is sandbox, and PUBLIC_URL is {public_url}, a public address: every customer gets credits without paying. Set PAYMENT_MODE to a payment provider or to off before real work is done here, and start the portal again.',
        details,
      ),
  },
  'proxy.unknown': {
    look: 'warning',
    title: () => t('A proxy in front of the portal is not named in TRUSTED_PROXIES'),
    text: (details) =>
      t(
        'Requests come through {address} and say that they are forwarded. The portal cannot know visitors by their addresses, so limits for each address do not hold, and the security log shows the address of the proxy. If the proxy is yours, set TRUSTED_PROXIES={address} and start the portal again.',
        details,
      ),
  },
};
