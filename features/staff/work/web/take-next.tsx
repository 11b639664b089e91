import { useSyncExternalStore } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { CheckboxRow } from '../../../../web/ui/checkbox-row.tsx';
import { createStoredFlag } from '../../../../web/ui/stored-flag.ts';

/** Whether the file that "Next in queue" opens is also assigned to whoever opens it; a choice of this device. */
const takesNext = createStoredFlag('takesNext', false);

export const chooseTakeNext = takesNext.set;

/** Navigation state that takes the file of the page; none unless that is chosen. */
export const getTakeState = () => (takesNext.isOn() ? { take: true } : null);

export const isTakeState = (state: unknown): boolean => (state as { take?: boolean } | null)?.take === true;

export function TakeNextChoice() {
  const isOn = useSyncExternalStore(takesNext.subscribe, takesNext.isOn);
  return (
    <CheckboxRow checked={isOn} onChange={chooseTakeNext}>
      {t('staff.work.takeNextLabel')}
    </CheckboxRow>
  );
}
