import { Rocket } from 'lucide-react';
import { t } from '../../../../web/languages/text.ts';
import { ButtonLink } from '../../../../web/ui/button.tsx';

/** Shown on an administrator's dashboard until every step is done or the guide is dismissed. */
export function FirstStartCard({ progress }: { progress: { done: number; of: number } | null }) {
  if (progress === null) return null;
  const { done, of } = progress;
  return (
    <section
      aria-label={t('common.firstStart')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-l-4 border-l-accent bg-surface px-4 py-3"
    >
      <Rocket size={20} className="shrink-0 text-accent" />
      <div className="min-w-0 flex-[1_12rem]">
        <h2 className="text-body">{t('common.firstStart')}</h2>
        <p className="text-body text-text2">{t('shop.firstStart.progress', { count: done, all: of })}</p>
      </div>
      <ButtonLink to="/admin/first-start" variant="primary">
        {t('shop.firstStart.continue')}
      </ButtonLink>
    </section>
  );
}
