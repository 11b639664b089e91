import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { useLogout } from '../accounts.api.ts';
import { Entrance } from '../entrance.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

const NOTHING = { since: null, passkeys: [] };

/** The only screen of staff without the second factor that the shop requires. */
export default function SecondFactorNeededScreen() {
  const logOut = useLogout();
  return (
    <Entrance title={t('accounts.secondFactor.neededTitle')}>
      <div className="grid gap-4">
        <p className="text-text2">{t('accounts.secondFactor.neededHint')}</p>
        <SetUpSecondFactor onDone={() => undefined} />
        <section className="grid gap-4 border-t pt-5" aria-label={t('accounts.passkeys.title')}>
          <p className="text-text2">{t('accounts.passkeys.needed')}</p>
          <AddPasskey factor={NOTHING} onDone={() => undefined} />
        </section>
        <Button className="justify-self-start" onClick={logOut}>
          {t('common.logout')}
        </Button>
      </div>
    </Entrance>
  );
}
