import { getLastResponseAt } from '../connection.ts';
import { t } from '../text.ts';
import { TimeStamp } from '../ui/time.tsx';

/** While nothing arrives, what the page shows is as old as the last response of the portal. */
export function PageAge() {
  const at = getLastResponseAt();
  return (
    <span>
      {t('shell.whatSeeFrom')} <TimeStamp value={at} /> (<TimeStamp value={at} relative />
      ).
    </span>
  );
}
