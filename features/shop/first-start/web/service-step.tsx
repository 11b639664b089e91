import { messageFor } from '../../../../web/client/api-error.ts';
import { t, textKey, type Label } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import type { OutsideService, ServiceState } from '../../settings.calls.ts';
import { useSetApplicationConfiguration } from '../../web/settings.api.ts';
import { SOCIAL_SETTINGS } from '../../stored-settings.ts';
import { StoredSettingsForm } from '../../web/stored-settings-form.tsx';
import type { SettingName } from '../../stored-settings.ts';

type ServiceProps = { service: OutsideService; name: string };

const STATES: Record<ServiceState, Label> = {
  SET_UP: textKey('shop.firstStart.serviceSetUp'),
  NOT_USED: textKey('shop.firstStart.serviceNotUsed'),
  UNDECIDED: textKey('shop.firstStart.serviceUndecided'),
};

const SET_UP: Record<OutsideService, { hint: Label; names: readonly SettingName[] }> = {
  google: { hint: textKey('shop.firstStart.setUpGoogle'), names: ['google_client_id'] },
  gain: { hint: textKey('shop.firstStart.setUpGain'), names: ['gain_url'] },
  social: { hint: textKey('shop.firstStart.setUpSocial'), names: SOCIAL_SETTINGS },
  chat: { hint: textKey('shop.firstStart.setUpChat'), names: ['chat_url'] },
};

export function ServiceFact({ state, ...service }: ServiceProps & { state: ServiceState }) {
  return (
    <>
      {t(STATES[state])} {state === 'NOT_USED' && <Decide {...service} use={null} />}
    </>
  );
}

/** Offers both decisions: an address, or not to use the service. */
export function ServiceStep(service: ServiceProps) {
  const { hint, names } = SET_UP[service.service];
  return (
    <>
      <p className="max-w-prose text-body">{t(hint)}</p>
      <StoredSettingsForm
        names={names}
        saveText={t('common.save')}
        saveLabel={t('shop.saveNamedLabel', { name: service.name })}
      />
      <div>
        <Decide {...service} use="NOT_USED" />
      </div>
    </>
  );
}

/** Its name includes that of the service: the other services have the same buttons. */
function Decide({ service, name, use }: ServiceProps & { use: 'NOT_USED' | null }) {
  const set = useSetApplicationConfiguration();
  return (
    <>
      {set.isError && <Alert kind="danger">{messageFor(set.error, t('common.somethingWentWrong'))}</Alert>}
      <Button
        small={use === null}
        aria-label={t(use === null ? 'shop.firstStart.decideAgainLabel' : 'shop.firstStart.doNotUseLabel', { name })}
        busy={set.isPending}
        onClick={() => set.mutate({ [`${service}_use`]: use })}
      >
        {use === null ? t('shop.firstStart.decideAgain') : t('shop.firstStart.doNotUse')}
      </Button>
    </>
  );
}
