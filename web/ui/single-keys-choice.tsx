import { useId, useSyncExternalStore } from 'react';
import { t } from '../languages/text.ts';
import { CheckboxRow } from './checkbox-row.tsx';
import { areSingleKeysOn, chooseSingleKeys, onSingleKeysChange } from './single-keys.ts';

/** Switch that turns single-letter shortcuts off (WCAG 2.1.4). */
export function SingleKeysChoice() {
  const isOn = useSyncExternalStore(onSingleKeysChange, areSingleKeysOn);
  const hint = useId();
  return (
    <div>
      <CheckboxRow checked={isOn} aria-describedby={hint} onChange={chooseSingleKeys}>
        {t('common.singleKeys.label')}
      </CheckboxRow>
      <p id={hint} className="text-small text-text3">
        {t('common.singleKeys.hint')}
      </p>
    </div>
  );
}
