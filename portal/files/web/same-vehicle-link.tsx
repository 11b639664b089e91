import { t } from '../../../web/text.ts';
import { ButtonLink } from '../../../web/ui/button.tsx';

/** The parameter of the upload's address that names the file whose vehicle it begins with. */
export const VEHICLE_OF = 'vehicle-of';

/** From a file to the upload of another one for the same vehicle. */
export function SameVehicleLink({ fileId }: { fileId: number }) {
  return (
    <ButtonLink small to={`/upload?${VEHICLE_OF}=${fileId}`}>
      {t('common.sameVehicleAgain')}
    </ButtonLink>
  );
}
