import { LanguageChoice } from '../../../web/languages/language-choice.tsx';
import { chooseLanguage } from '../../../web/languages/languages.ts';
import { t } from '../../../web/languages/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { useUpdateMyLanguage } from './accounts.api.ts';

/** An addition to the specification. A choice that the server did not store changes nothing in the browser either. */
export function AccountLanguage() {
  const update = useUpdateMyLanguage();
  return (
    <Card title={t('common.language')}>
      <LanguageChoice
        choose={async (language) => {
          await update.mutateAsync({ language });
          await chooseLanguage(language);
        }}
      />
      <p className="mt-3 text-small text-text3">{t('accounts.settings.languageHint')}</p>
    </Card>
  );
}
