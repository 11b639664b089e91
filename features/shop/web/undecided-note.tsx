import { Link } from 'react-router';
import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';

/**
 * The note at a control whose service is not decided yet (docs/decisions/013-installation-and-backups.md#first-start-steps-from-facts-the-shops-name-on-the-page-a-catalogue-to-price). It is for the
 * operator: for those who may decide it contains the way.
 */
export function UndecidedNote() {
  const mayDecide = useCan('settings.change');
  return (
    <>
      {t('shop.notOffered')}{' '}
      {mayDecide ? (
        <Link to="/admin/first-start" className="link">
          {t('shop.decideInFirstStart')}
        </Link>
      ) : (
        t('shop.operatorDecides')
      )}
    </>
  );
}
