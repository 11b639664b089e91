import { CircleUserRound, Keyboard, LogOut, Search as SearchIcon, Settings } from 'lucide-react';
import { useLogout } from '../../../features/accounts/web/accounts.api.ts';
import { useSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Menu } from '../../../web/ui/menu.tsx';
import { EmailText } from '../../../web/ui/email-text.tsx';
import { showPalette } from './commands.tsx';
import { showShortcuts } from '../../../web/frame/actions.ts';

/** Logging out needs no redirect here: the area's guard leads to /login as soon as the session is gone. */
export function AccountMenu({ settingsPath }: { settingsPath: string }) {
  const user = useSession()?.user;
  const logout = useLogout();
  return (
    <Menu
      trigger={
        <Button variant="quiet" icon={<CircleUserRound />} iconOnly>
          {t('common.shell.accountMenu')}
        </Button>
      }
      header={
        user && (
          <>
            <p className="text-body font-strong text-text wrap-anywhere">{user.username}</p>
            <p className="wrap-anywhere">
              <EmailText email={user.email} />
            </p>
          </>
        )
      }
      items={[
        { text: t('common.shell.accountSettings'), icon: <Settings />, to: settingsPath },
        { text: t('common.shell.palette.open'), icon: <SearchIcon />, onSelect: showPalette },
        { text: t('common.keyboardShortcuts'), icon: <Keyboard />, onSelect: showShortcuts },
        { text: t('common.logout'), icon: <LogOut />, onSelect: logout },
      ]}
    />
  );
}
