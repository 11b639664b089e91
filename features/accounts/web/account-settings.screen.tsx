import { Keyboard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { showShortcuts } from '../../../web/frame/actions.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SingleKeysChoice } from '../../../web/ui/single-keys-choice.tsx';
import { SkeletonForm } from '../../../web/ui/skeleton-shapes.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { leaveOrAsk } from '../../../web/client/unsaved-guard.ts';
import { NotificationChoices } from '../../messaging/web/notification-choices.tsx';
import { AccountLanguage } from './account-language.tsx';
import { mayChangeEmail } from '../email-change.rules.ts';
import { useMyUser } from './accounts.api.ts';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { CountryChangeNotice } from './country-change-notice.tsx';
import { PersonalInformationForm } from './personal-information-form.tsx';

/** The same screen for customers and administrators, except that customers can only correct an address that is not confirmed. */
export default function AccountSettingsScreen() {
  const [tab, setTab] = useState('personal');
  return (
    <div className="max-w-2xl">
      <PageHeader title={t('accounts.settings.title')} />
      <Tabs
        label={t('accounts.settings.title')}
        value={tab}
        isManual
        // Leaving a tab discards what was typed in it.
        onChange={(next) => leaveOrAsk(() => setTab(next))}
        tabs={[
          { value: 'personal', label: t('accounts.profile.title'), content: <PersonalInformation /> },
          { value: 'password', label: t('accounts.changePassword'), content: <ChangePassword /> },
          { value: 'notifications', label: t('messaging.bell.title'), content: <NotificationChoices /> },
          { value: 'device', label: t('accounts.settings.deviceTab'), content: <DeviceSettings /> },
        ]}
      />
    </div>
  );
}

function PersonalInformation() {
  const { data, isError, refetch } = useMyUser();
  return (
    <div className="grid gap-5">
      <CountryChangeNotice user={data} />
      <Card>
        {data && <PersonalInformationForm user={data} />}
        {!data && isError && <LoadError onRetry={() => void refetch()} />}
        {!data && !isError && <SkeletonForm fields={6} columns={2} />}
      </Card>
      <AccountLanguage />
      {data && mayChangeEmail(data) && <ChangeEmail />}
    </div>
  );
}

/** Comes into view for the link of the strip that asks for confirmation of the address. */
function ChangeEmail() {
  const { hash } = useLocation();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash === '#email') card.current?.scrollIntoView?.({ block: 'start' });
  }, [hash]);
  return (
    <div ref={card} className="scroll-mt-20">
      <Card title={t('accounts.emailChange.title')}>
        <ChangeEmailForm />
      </Card>
    </div>
  );
}

const ChangePassword = () => (
  <Card>
    <ChangePasswordForm />
  </Card>
);

/** An addition to the specification; "?" lists the keyboard shortcuts on every page. */
const DeviceSettings = () => (
  <div className="grid gap-5">
    <Card title={t('accounts.settings.keyboardTitle')}>
      <div className="grid justify-items-start gap-4">
        <SingleKeysChoice />
        <Button icon={<Keyboard />} onClick={showShortcuts}>
          {t('common.keyboardShortcuts')}
        </Button>
      </div>
    </Card>
  </div>
);
