import { useState, useSyncExternalStore } from 'react';
import { currentLanguage, onLanguageChange, t } from '../text.ts';
import { Alert } from '../ui/alert.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { LANGUAGES } from './languages.list.ts';
import { chooseLanguage } from './languages.ts';

const options = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));

/** Every page is drawn anew in the language chosen; what cannot be brought changes nothing. */
export function LanguageChoice() {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  const [hasFailed, setFailed] = useState(false);
  const choose = (code: string) => {
    setFailed(false);
    chooseLanguage(code).catch(() => setFailed(true));
  };
  return (
    <div className="grid gap-3">
      <Field label={t('Language')}>
        <Select options={options} value={language} onChange={({ target }) => choose(target.value)} />
      </Field>
      {hasFailed && <Alert kind="danger">{t('This language could not be loaded. Please try again.')}</Alert>}
    </div>
  );
}
