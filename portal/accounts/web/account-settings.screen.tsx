import { t } from '../../../web/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
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
