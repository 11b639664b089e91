import { useLocation } from 'react-router';
import { useSession } from '../../../../web/client/session.ts';
import { capabilityOfAddress, homeOf } from '../../../../web/client/staff-addresses.ts';
import { t, wordText } from '../../../../web/languages/text.ts';
import { Card } from '../../../../web/ui/card.tsx';
import { NextStep } from '../../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { EmptyState } from '../../../../web/ui/table-states.tsx';
import { BUILT_IN_STAFF_ROLES } from '../../../../contract/staff-roles.ts';

/** Says whose job a page is that the reader's staff role leaves out. */
export default function LeftOut() {
  const needed = capabilityOfAddress(useLocation().pathname);
  const user = useSession()?.user;
  const roles = Object.entries(BUILT_IN_STAFF_ROLES)
    .filter(([, capabilities]) => capabilities.some((one) => one === needed))
    .map(([name]) => wordText(name));
  return (
    <>
      <PageHeader title={t('accounts.leftOut.title')} />
      <Card>
        <EmptyState
          art="user"
          text={
            roles.length > 0
              ? t('accounts.leftOut.ofRoles', { roles: roles.join(', ') })
              : t('accounts.leftOut.ofAdministrators')
          }
          action={user && <NextStep to={homeOf(user)}>{t('accounts.leftOut.start')}</NextStep>}
        />
      </Card>
    </>
  );
}
