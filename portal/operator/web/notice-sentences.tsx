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
    title: () => t('operator.portalAcceptsNoMoreFiles'),
    text: (details) => t('operator.freeMbMbFreeReserve', details),
  },
  'files.damaged': {
    look: 'danger',
    title: () => t('operator.storedFilesMissingDamaged'),
    text: (details) => t('operator.checkedStoredFilesMissingMissing', details),
  },
  'database.weak_role': {
    look: 'warning',
    title: () => t('operator.portalWorksOwnerDatabase'),
    text: (details) => t('operator.portalUsesDatabaseRoleRole', details),
  },
  'database.slow_search': {
    look: 'warning',
    title: () => t('operator.searchingLongListsSlow'),
    text: () => t('operator.databaseLacksExtensionPgTrgm'),
  },
  'storage.unreferenced': {
    look: 'warning',
    title: () => t('operator.manyStoredFilesBelongNo'),
    text: (details) => t('operator.filesStoredFilesPercentPercent', details),
  },
  'payments.off': {
    look: 'warning',
    title: () => t('common.paymentsOffCustomersCannotBuy'),
    text: (details) => t('operator.publicUrlPublicUrlPublic', details),
  },
  'payments.test_mode': {
    look: 'danger',
    title: () => t('operator.testModeEverybodyMakeCredits'),
    text: (details) => t('operator.paymentModeSandboxPublicUrl', details),
  },
  'proxy.unknown': {
    look: 'warning',
    title: () => t('operator.proxyFrontPortalNotNamed'),
    text: (details) => t('operator.requestsComeThroughAddressSay', details),
  },
};
