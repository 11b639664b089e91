import { Entrance } from './entrance.tsx';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useLogout } from './accounts.api.ts';
import { ChangePasswordForm } from './change-password-form.tsx';

/** The only screen of a user who has signed in with a generated password. */
export default function OwnPasswordScreen() {
  const logOut = useLogout();
  return (
    <Entrance title={t('accounts.ownPassword.title')}>
      <div className="grid gap-4">
        <p className="text-text2">{t('accounts.ownPassword.hint')}</p>
        <ChangePasswordForm />
        <Button className="justify-self-start" onClick={logOut}>
          {t('common.logout')}
        </Button>
      </div>
    </Entrance>
  );
}
