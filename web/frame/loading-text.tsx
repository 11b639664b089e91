import { t } from '../languages/text.ts';

/** Shown while it is not yet known which screen to show (X-RTE-10). */
export function LoadingText() {
  return (
    <p data-coming="" className="grid min-h-40 place-items-center p-8 text-text2">
      {t('common.loading')}
    </p>
  );
}
