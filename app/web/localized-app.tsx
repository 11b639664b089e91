import { Fragment, useSyncExternalStore } from 'react';
import { Routing } from './routing.tsx';
import { TestModeStrip } from './shell/test-mode-strip.tsx';
import { getCurrentLanguage, onLanguageChange } from '../../web/languages/text.ts';

/** The pages in the current language; changing the language redraws all of them. */
export function LocalizedApp() {
  return (
    <Fragment key={useSyncExternalStore(onLanguageChange, getCurrentLanguage, getCurrentLanguage)}>
      <TestModeStrip />
      <Routing />
    </Fragment>
  );
}
