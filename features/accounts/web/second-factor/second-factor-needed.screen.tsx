import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { useLogout } from '../accounts.api.ts';
import { Entrance } from '../entrance.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

/** The only screen of staff without the second factor that the shop requires. */
export default function SecondFactorNeededScreen() {
  const logOut = useLogout();
  return (
    <Entrance title={t('accounts.secondFactor.neededTitle')}>
      <div className="grid gap-4">
        <p className="text-text2">{t('accounts.secondFactor.neededHint')}</p>
        <SetUpSecondFactor onDone={() => undefined} />
        <Button className="justify-self-start" onClick={logOut}>
          {t('common.logout')}
        </Button>
      </div>
    </Entrance>
  );
}
