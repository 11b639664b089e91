import { clsx } from 'clsx';
import { t } from '../../../web/text.ts';
import { CopyButton } from '../../../web/ui/description-list.tsx';
import { supplierColour } from '../mark.rules.ts';
import type { EcuInfo } from '../dtc-off.contract.ts';

/** The lines of a control unit's plate, in the specification's order. */
const TILES = [
  ['Software ID', 'softwareId'],
  ['HW Number', 'hardwareNumber'],
  ['SW Number', 'softwareNumber'],
  ['SW Version', 'version'],
  ['Processor', 'processor'],
  ['Series', 'vehicleSeries'],
  ['Variant', 'vehicleVariant'],
  ['Model', 'vehicleModel'],
  ['Year', 'vehicleYear'],
  ['Manufacturer No.', 'manufacturerNumber'],
  ['Engine Manufacturer', 'engineManufacturer'],
  ['Engine Designation', 'engineDesignation'],
  ['Engine Type', 'engineType'],
  ['Displacement', 'engineDisplacement'],
  ['Power (kW)', 'enginePowerKw'],
  ['Torque', 'engineTorque'],
  ['Emission Standard', 'emissionStandard'],
  ['Description', 'description'],
] as const satisfies readonly (readonly [string, keyof EcuInfo])[];

/** Like the label on the housing; what the file does not state is not there. */
export function EcuPlate({ ecu }: { ecu: EcuInfo }) {
  const colour = supplierColour(ecu.systemManufacturer ?? '');
  const tiles = TILES.flatMap(([label, field]) => {
    const value = ecu[field];
    return value === null || value === '' ? [] : [{ label, value, isLong: field === 'description' }];
  });
  if (tiles.length === 0) return null;
  return (
    <div className="overflow-hidden rounded-card border border-border-strong">
      <div
        aria-hidden="true"
        className="h-1.5 bg-grey-solid"
        style={colour ? { backgroundColor: colour } : undefined}
      />
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] bg-surface">
        {tiles.map(({ label, value, isLong }) => (
          <div
            key={label}
            className={clsx(
              '-mr-px -mb-px min-w-0 border-r border-b px-4 py-2.5',
              isLong && '-mt-px col-span-full border-t',
            )}
          >
            <dt className="text-label text-text3">{t(label)}</dt>
            <dd className="flex min-w-0 items-center justify-between gap-1 font-mono text-body">
              <span className="min-w-0 wrap-anywhere">{value}</span>
              <CopyButton text={value} label={t(label)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
