import { Fragment, useSyncExternalStore } from 'react';
import { Routing } from './routing.tsx';
import { TestModeStrip } from './shell/test-mode-strip.tsx';
import { currentLanguage, onLanguageChange } from './text.ts';

/** The pages in the language in use; another one redraws them as a whole. */
export function LocalizedApp() {
  return (
    <Fragment key={useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage)}>
      <TestModeStrip />
      <Routing />
    </Fragment>
  );
}
