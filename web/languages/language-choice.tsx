import { useRef, useState, useSyncExternalStore } from 'react';
import { findLanguage, LANGUAGES, type Language } from '../../portal/languages.list.ts';
import { currentLanguage, onLanguageChange, t } from '../text.ts';
import { useTypedBefore } from '../typed-before.ts';
import { Alert } from '../ui/alert.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { chooseAsVisitor } from './languages.ts';

const options = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));

/** Every page is redrawn in the language chosen; one that cannot be loaded changes nothing. */
export function LanguageChoice({ choose: save = chooseAsVisitor }: { choose?: (code: Language) => Promise<unknown> }) {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
  const [hasFailed, setFailed] = useState(false);
  const choose = (code: string) => {
    setFailed(false);
    const known = findLanguage(code);
    if (known !== null) save(known).catch(() => setFailed(true));
  };
  const list = useRef<HTMLSelectElement>(null);
  useTypedBefore(language, () => list.current, choose);
  return (
    <div className="grid gap-3">
      <Field label={t('common.language')}>
        <Select
          ref={list}
          options={options}
          value={language}
          // What a browser puts back after a reload is no choice.
          autoComplete="off"
          onChange={({ target }) => choose(target.value)}
        />
      </Field>
      {hasFailed && <Alert kind="danger">{t('languages.languageCouldNotLoadedTry')}</Alert>}
    </div>
  );
}
