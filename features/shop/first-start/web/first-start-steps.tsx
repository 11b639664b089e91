import type { ReactNode } from 'react';
import type { OutsideService } from '../../settings.calls.ts';
import type { FirstStartFacts, FirstStartStep } from '../first-start.calls.ts';
import { ShopForm } from '../../web/shop-form.tsx';
import { ShopHoursForm } from '../../web/shop-hours-form.tsx';
import { t, textKey, type Label } from '../../../../web/languages/text.ts';
import { ButtonLink } from '../../../../web/ui/button.tsx';
import { BackupFact, BackupStep } from './backup-step.tsx';
import { MailFact, MailStep } from './mail-step.tsx';
import { PaymentFact, PaymentStep } from './payment-step.tsx';
import { ServiceFact, ServiceStep } from './service-step.tsx';
import { TrialFact, TrialStep } from './trial-step.tsx';

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
