import { t } from '../../../web/languages/text.ts';
import { ButtonLink } from '../../../web/ui/button.tsx';

/** Query parameter of the upload screen that names the file whose vehicle is filled in. */
export const VEHICLE_OF = 'vehicle-of';

/** Links from a file to the upload of another one for the same vehicle. */
export function SameVehicleLink({ fileId }: { fileId: number }) {
  return (
    <ButtonLink variant="quiet" small to={`/upload?${VEHICLE_OF}=${fileId}`}>
      {t('common.sameVehicleAgain')}
    </ButtonLink>
  );
}
