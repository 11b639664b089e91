import { useSyncExternalStore } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { CheckboxRow } from '../../../../web/ui/checkbox-row.tsx';
import { chooseTakeNext, takesNext } from './take-next.ts';

export function TakeNextChoice() {
  const isOn = useSyncExternalStore(takesNext.subscribe, takesNext.isOn);
  return (
    <CheckboxRow checked={isOn} onChange={chooseTakeNext}>
      {t('staff.work.takeNextLabel')}
    </CheckboxRow>
  );
}
