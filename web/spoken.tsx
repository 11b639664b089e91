import { useSyncExternalStore } from 'react';
import { Routing } from './routing.tsx';
import { currentLanguage, onLanguageChange } from './text.ts';

/** The pages in the language in use; another one draws them anew as a whole. */
export function Spoken() {
  return <Routing key={useSyncExternalStore(onLanguageChange, currentLanguage)} />;
}
