import type { ReactNode } from 'react';
import { HardDriveDownload } from 'lucide-react';
import type { OutsideService } from '../../settings.calls.ts';
import type { FirstStartFacts, FirstStartStep } from '../first-start.calls.ts';
import { ShopForm } from '../../web/shop-form.tsx';
import { ShopHoursForm } from '../../web/shop-hours-form.tsx';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { Button, ButtonLink } from '../../../../web/ui/button.tsx';
import { MailFact, MailStep } from './mail-step.tsx';
import { ServiceFact, ServiceStep } from './service-step.tsx';
import { TrialFact, TrialStep } from './trial-step.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { Literal } from './step-frame.tsx';
import { messageFor } from '../../../../web/client/api-error.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { useRequestBackup } from './first-start.api.ts';

export interface StepParts {
  title: string;
  fact: ReactNode;
  /** What has to be done. */
  work: ReactNode;
  changeAt?: string;
}

const CONFIGURATION = '/admin/application-configuration';

function serviceStep(service: OutsideService, title: Label) {
  return ({ services }: FirstStartFacts): StepParts => ({
    title: t(title),
    fact: <ServiceFact service={service} name={t(title)} state={services[service]} />,
    work: <ServiceStep service={service} name={t(title)} />,
    changeAt: `${CONFIGURATION}#links`,
  });
}

/** What each step shows, given the facts. */
export const STEP_PARTS: Record<FirstStartStep, (facts: FirstStartFacts) => StepParts> = {
  shop: ({ shop }) => ({
    title: t('shop.nameAndLogo'),
    fact: <ShopFact shop={shop} />,
    work: <ShopForm saved={{ shop_name: shop.name, logo_url: shop.logo_url }} />,
    changeAt: `${CONFIGURATION}#shop`,
  }),
  catalogue: ({ catalogue: { offered } }) => ({
    title: t('shop.firstStart.catalogue'),
    fact: offered === 0 ? t('shop.firstStart.catalogueEmpty') : t('shop.firstStart.catalogueCount', { count: offered }),
    work: <CatalogueWork />,
    changeAt: '/admin/solutions',
  }),
  hours: ({ hours }) => ({
    title: t('shop.openingHours'),
    fact: hours.is_set ? `${hours.written} · ${hours.time_zone}` : t('shop.firstStart.hoursEmpty'),
    work: <ShopHoursForm />,
    changeAt: `${CONFIGURATION}#hours`,
  }),
  mail: ({ mail }) => ({
    title: t('shop.firstStart.mailTest'),
    fact: <MailFact mail={mail} />,
    work: <MailStep mail={mail} />,
    changeAt: '/outbox',
  }),
  payment: ({ payment }) => ({
    title: t('shop.firstStart.paymentTest'),
    fact: <PaymentFact payment={payment} />,
    work: <PaymentStep payment={payment} />,
    changeAt: '/admin/payments',
  }),
  backup: ({ backup }) => ({
    title: t('shop.firstStart.backup'),
    fact: <BackupFact backup={backup} />,
    work: <BackupStep backup={backup} />,
  }),
  google: serviceStep('google', textKey('accounts.google.signIn')),
  gain: serviceStep('gain', textKey('common.gain')),
  social: serviceStep('social', textKey('common.followUs')),
  chat: serviceStep('chat', textKey('common.chat')),
  trial: ({ trial }) => ({
    title: t('shop.firstStart.trialOrder'),
    fact: <TrialFact trial={trial} />,
    work: <TrialStep trial={trial} />,
  }),
};

function ShopFact({ shop: { name, logo_url } }: { shop: FirstStartFacts['shop'] }) {
  if (name === null && logo_url === null) return <>{t('shop.firstStart.nameEmpty')}</>;
  if (name === null) return <>{t('shop.firstStart.nameMissing')}</>;
  return <>{logo_url === null ? t('shop.firstStart.logoMissing', { name }) : name}</>;
}

const CatalogueWork = () => (
  <>
    <p className="max-w-prose text-body">{t('catalogue.standard.hint')}</p>
    <div className="flex flex-wrap gap-3">
      <ButtonLink variant="primary" to="/admin/standard-solutions">
        {t('shop.firstStart.priceStandard')}
      </ButtonLink>
      <ButtonLink to="/admin/add-solution">{t('catalogue.addSolutionLink')}</ButtonLink>
    </div>
  </>
);

type Payment = FirstStartFacts['payment'];

function PaymentFact({ payment: { provider, is_test, credited_at } }: { payment: Payment }) {
  if (provider === null) return <>{t('shop.firstStart.paymentsOff')}</>;
  const mode = is_test ? t('shop.firstStart.sandbox') : t('shop.firstStart.paymentsBy', { provider });
  if (credited_at === null) return <>{`${mode} ${t('shop.firstStart.noPayment')}`}</>;
  return (
    <>
      {mode} {t('shop.firstStart.lastPayment')} <TimeStamp value={credited_at} />
    </>
  );
}

function PaymentStep({ payment: { provider, is_test } }: { payment: Payment }) {
  if (provider === null) {
    return (
      <>
        <p className="text-body">{t('shop.firstStart.choosePayments')}</p>
        <Literal lines={['PAYMENT_MODE=sandbox']} />
      </>
    );
  }
  return (
    <>
      <p className="max-w-prose text-body">
        {is_test ? t('shop.firstStart.paySandboxHint') : t('shop.firstStart.payRealHint')}
      </p>
      <div>
        <ButtonLink to="/admin/payments">{t('common.payments')}</ButtonLink>
      </div>
    </>
  );
}

type Backup = FirstStartFacts['backup'];

const COMMAND = ['npm run admin backup /mnt/backups/portal.tunedesk'];
const SETTINGS = ['BACKUP_TARGET=/mnt/backups', 'BACKUP_KEY=…', 'BACKUP_SCHEDULE=02:30'];

function BackupFact({ backup: { made_at, schedule } }: { backup: Backup }) {
  if (made_at === null) return <>{t('shop.firstStart.noBackup')}</>;
  return (
    <>
      {t('shop.firstStart.lastBackup')} <TimeStamp value={made_at} />
      {schedule !== null && ` · ${t('shop.firstStart.backupSchedule', { schedule })}`}
    </>
  );
}

const BackupStep = ({ backup }: { backup: Backup }) =>
  backup.has_target ? <MakeBackup backup={backup} /> : <ByCommand />;

function MakeBackup({ backup: { failed_at, requested_at } }: { backup: Backup }) {
  const request = useRequestBackup();
  return (
    <>
      {failed_at !== null && requested_at === null && (
        <Alert kind="danger">
          {t('shop.firstStart.backupFailed')} <TimeStamp value={failed_at} />
        </Alert>
      )}
      {request.isError && <Alert kind="danger">{messageFor(request.error, t('common.somethingWentWrong'))}</Alert>}
      <div>
        <Button
          variant="primary"
          icon={<HardDriveDownload />}
          busy={request.isPending || requested_at !== null}
          busyText={t('shop.firstStart.backupOnItsWay')}
          onClick={() => request.mutate(undefined)}
        >
          {t('shop.firstStart.makeBackup')}
        </Button>
      </div>
    </>
  );
}

/** Nothing in the portal may decide where on the machine a file is written. */
const ByCommand = () => (
  <>
    <p className="text-body">{t('shop.firstStart.backupByCommand')}</p>
    <Literal lines={COMMAND} />
    <p className="text-body">{t('shop.firstStart.backupByItself')}</p>
    <Literal lines={SETTINGS} />
  </>
);
