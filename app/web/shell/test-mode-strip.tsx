import { FlaskConical } from 'lucide-react';
import { useApplicationConfiguration } from '../../../features/shop/web/settings.api.ts';
import { t } from '../../../web/languages/text.ts';

/** Shown above every page of a portal on a public address where no money moves. It cannot be closed. */
export function TestModeStrip() {
  if (useApplicationConfiguration().data?.is_test_mode !== true) return null;
  return (
    <aside
      aria-label={t('common.testMode')}
      className="flex flex-wrap items-center justify-center gap-x-3 border-b border-yellow-solid bg-yellow-bg px-4 py-1.5 text-center text-small text-yellow-fg"
    >
      <strong className="flex items-center gap-1.5 font-strong">
        <FlaskConical size={16} aria-hidden="true" />
        {t('common.testMode')}
      </strong>
      <span>{t('common.testModeHint')}</span>
    </aside>
  );
}
