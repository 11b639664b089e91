import { Keyboard } from 'lucide-react';
import { showShortcuts } from '../../../web/shell/shortcuts.tsx';
import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SingleKeysChoice } from '../../../web/ui/single-keys-choice.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { useMyUser } from './accounts.api.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { PersonalInformationForm } from './personal-information-form.tsx';

/** The same for customers and administrators. */
export default function AccountSettingsScreen() {
  return (
    <div className="max-w-2xl">
      <PageHeader title={t('Account Settings')} />
      <Tabs
        label={t('Account Settings')}
        tabs={[
          { value: 'personal', label: t('Personal Information'), content: <PersonalInformation /> },
          { value: 'password', label: t('Change Password'), content: <ChangePassword /> },
          { value: 'keyboard', label: t('Keyboard'), content: <KeyboardSettings /> },
        ]}
      />
    </div>
  );
}

function PersonalInformation() {
  const { data, isError, refetch } = useMyUser();
  return (
    <Card>
      {data && <PersonalInformationForm user={data} />}
      {!data && isError && <LoadError onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonLines lines={6} />}
    </Card>
  );
}

const ChangePassword = () => (
  <Card>
    <ChangePasswordForm />
  </Card>
);

/** Ours, beyond the two documents; "?" lists the keys on every page. */
const KeyboardSettings = () => (
  <Card>
    <div className="grid justify-items-start gap-4">
      <SingleKeysChoice />
      <Button icon={<Keyboard />} onClick={showShortcuts}>
        {t('Keyboard shortcuts')}
      </Button>
    </div>
  </Card>
);
