import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { findLanguage, LANGUAGES, type Language } from '../../contract/languages.ts';
import { getCurrentLanguage, onLanguageChange, t } from './text.ts';
import { useTypedBeforeHydration } from '../client/hydrated.ts';
import { Alert } from '../ui/alert.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { chooseAsVisitor } from './languages.ts';

const options = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));

/** Whether the list had the focus when another language redrew it. */
let hadFocus = false;

/** Choosing a language redraws every page in it, and the list that is drawn then has the focus again; nothing changes if it cannot be loaded. */
export function LanguageChoice({ choose: save = chooseAsVisitor }: { choose?: (code: Language) => Promise<unknown> }) {
  const language = useSyncExternalStore(onLanguageChange, getCurrentLanguage, getCurrentLanguage);
  const [hasFailed, setFailed] = useState(false);
  const choose = (code: string) => {
    setFailed(false);
    const known = findLanguage(code);
    if (known !== null) save(known).catch(() => setFailed(true));
  };
  const list = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    const { current } = list;
    const drawnIn = getCurrentLanguage();
    if (hadFocus) current?.focus();
    return () => {
      hadFocus = document.activeElement === current && getCurrentLanguage() !== drawnIn;
    };
  }, []);
  useTypedBeforeHydration(language, () => list.current, choose);
  return (
    <div className="grid gap-3">
      <Field label={t('common.language')}>
        <Select
          ref={list}
          options={options}
          value={language}
          // A value that the browser restores after a reload is not a choice.
          autoComplete="off"
          onChange={({ target }) => choose(target.value)}
        />
      </Field>
      {hasFailed && <Alert kind="danger">{t('common.language.loadFailed')}</Alert>}
    </div>
  );
}
