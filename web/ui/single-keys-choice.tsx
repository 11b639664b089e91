import { useId, useSyncExternalStore } from 'react';
import { t } from '../text.ts';
import { areSingleKeysOn, chooseSingleKeys, onSingleKeysChange } from './single-keys.ts';

/** The switch that turns shortcuts of one letter off (WCAG 2.1.4). */
export function SingleKeysChoice() {
  const isOn = useSyncExternalStore(onSingleKeysChange, areSingleKeysOn);
  const hint = useId();
  return (
    <div>
      <label className="flex min-h-control items-center gap-3 text-body">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={hint}
          className="size-5 accent-accent"
          onChange={({ target }) => chooseSingleKeys(target.checked)}
        />
        {t('ui.useSingleKeyShortcuts')}
      </label>
      <p id={hint} className="text-small text-text3">
        {t('ui.switchOffWhenControlDevice')}
      </p>
    </div>
  );
}
