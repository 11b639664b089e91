import { History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { getPersonId, useSession } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import type { File } from '../../file.ts';
import { useFile } from '../../web/files.api.ts';
import { VEHICLE_OF } from '../../web/same-vehicle-link.tsx';
import type { UploadForm, UploadValues } from './solution-choice.tsx';
import { VEHICLE_FIELDS, readLastVehicle, type LastVehicle } from './upload-memory.tsx';

/** Fills the form with the vehicle of the previous upload; offered after the first upload in this browser. */
export function SameVehicleButton({ form }: { form: UploadForm }) {
  const userId = getPersonId(useSession());
  // Read once, like the lists: an upload sent in the meantime is the one on the screen.
  const [last] = useState(() => readLastVehicle(userId));
  const now = useWatch({ control: form.control, name: VEHICLE_FIELDS });
  if (last === null || VEHICLE_FIELDS.every((name, position) => now[position] === last[name])) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button icon={<History />} onClick={() => fill(form, last)}>
        {t('common.sameVehicleAgain')}
      </Button>
      <span className="text-small text-text3 wrap-anywhere">{[last.brand, last.ecu, last.generation].join(' ')}</span>
    </div>
  );
}

/** Fills in the vehicle for a user who comes by the link, and clears it from the address: a reload changes nothing. */
export function VehicleOfAddress({ form }: { form: UploadForm }) {
  const [parameters] = useSearchParams();
  const id = Number(parameters.get(VEHICLE_OF));
  return Number.isInteger(id) && id > 0 ? <VehicleOf key={id} id={id} form={form} /> : null;
}

function VehicleOf({ id, form }: { id: number; form: UploadForm }) {
  const { data } = useFile(id);
  const [, setParameters] = useSearchParams();
  useEffect(() => {
    if (!data) return;
    fill(form, vehicleOf(data.file));
    setParameters(
      (now) => {
        const then = new URLSearchParams(now);
        then.delete(VEHICLE_OF);
        return then;
      },
      { replace: true },
    );
  }, [data, form, setParameters]);
  return null;
}

const vehicleOf = (file: File): LastVehicle =>
  Object.fromEntries(VEHICLE_FIELDS.map((name) => [name, file[name] ?? ''])) as LastVehicle;

function fill(form: UploadForm, vehicle: LastVehicle): void {
  const shouldValidate = form.formState.isSubmitted;
  for (const name of VEHICLE_FIELDS)
    form.setValue(name satisfies keyof UploadValues, vehicle[name] ?? '', { shouldValidate });
}
