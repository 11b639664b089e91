import { getLastResponseAt } from '../../../web/client/connection.ts';
import { t } from '../../../web/languages/text.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';

/** Shows the age of the page: without a connection, it is as old as the portal's last response. */
export function PageAge() {
  const at = getLastResponseAt();
  return (
    <span>
      {t('common.shell.pageAge')} <TimeStamp value={at} /> (<TimeStamp value={at} relative />
      ).
    </span>
  );
}
