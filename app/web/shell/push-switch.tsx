import { BellRing } from 'lucide-react';
import { usePush } from '../../../features/messaging/web/push.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';

/** Offered in the bell menu, after a click; the portal never asks for it unprompted. */
export function PushSwitch() {
  const { state, turn } = usePush();
  if (state === 'unknown' || state === 'unsupported') return null;
  if (state === 'refused') {
    return <p className="border-t px-4 py-3 text-small text-text3">{t('messaging.push.blocked')}</p>;
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2">
      <p className="min-w-0 flex-1 basis-40 text-small text-text2">
        {state === 'on' ? t('messaging.push.onHint') : t('messaging.push.offHint')}
      </p>
      <Button small icon={<BellRing />} onClick={() => void turn(state === 'off')}>
        {state === 'on' ? t('messaging.push.turnOff') : t('messaging.push.turnOn')}
      </Button>
    </div>
  );
}
