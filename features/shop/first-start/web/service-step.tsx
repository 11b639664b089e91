import { messageFor } from '../../../../web/client/api-error.ts';
import { t, textKey, type Label } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import type { OutsideService, ServiceState } from '../../settings.calls.ts';
import { useSetApplicationConfiguration } from '../../web/settings.api.ts';
import { Literal } from './step-frame.tsx';

type ServiceProps = { service: OutsideService; name: string };

const STATES: Record<ServiceState, Label> = {
  SET_UP: textKey('shop.firstStart.serviceSetUp'),
  NOT_USED: textKey('shop.firstStart.serviceNotUsed'),
  UNDECIDED: textKey('shop.firstStart.serviceUndecided'),
};

const SET_UP_HINTS: Record<OutsideService, { hint: Label; lines: readonly string[] }> = {
  google: {
    hint: textKey('shop.firstStart.setUpGoogle'),
    lines: ['GOOGLE_CLIENT_ID=1234567890-abc.apps.googleusercontent.com'],
  },
  gain: { hint: textKey('shop.firstStart.setUpGain'), lines: ['GAIN_URL=https://shop.example.com/tuning'] },
  social: {
    hint: textKey('shop.firstStart.setUpSocial'),
    lines: [
      'SOCIAL_INSTAGRAM_URL=https://instagram.com/vardar-tuning',
      'SOCIAL_FACEBOOK_URL=https://facebook.com/vardar',
    ],
  },
  chat: { hint: textKey('shop.firstStart.setUpChat'), lines: ['CHAT_URL=https://wa.me/38970123456'] },
};

export function ServiceFact({ state, ...service }: ServiceProps & { state: ServiceState }) {
  return (
    <>
      {t(STATES[state])} {state === 'NOT_USED' && <Decide {...service} use={null} />}
    </>
  );
}

/** Offers both decisions: an address in the environment, or not to use the service. */
export function ServiceStep(service: ServiceProps) {
  const { hint, lines } = SET_UP_HINTS[service.service];
  return (
    <>
      <p className="max-w-prose text-body">{t(hint)}</p>
      <Literal lines={lines} />
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
