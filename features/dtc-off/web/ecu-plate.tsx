import { clsx } from 'clsx';
import { type Label, t, textKey } from '../../../web/languages/text.ts';
import { CopyText } from '../../../web/ui/copy-text.tsx';
import { supplierColour } from './mark.tsx';
import type { EcuInfo } from '../dtc-session.ts';

/** The lines of a control unit's plate, in the specification's order. */
const TILES = [
  [textKey('dtc-off.softwareId'), 'softwareId'],
  [textKey('dtc-off.hwNumber'), 'hardwareNumber'],
  [textKey('dtc-off.swNumber'), 'softwareNumber'],
  [textKey('dtc-off.swVersion'), 'version'],
  [textKey('dtc-off.processor'), 'processor'],
  [textKey('dtc-off.series'), 'vehicleSeries'],
  [textKey('dtc-off.variant'), 'vehicleVariant'],
  [textKey('common.model'), 'vehicleModel'],
  [textKey('common.year'), 'vehicleYear'],
  [textKey('dtc-off.manufacturerNo'), 'manufacturerNumber'],
  [textKey('dtc-off.engineManufacturer'), 'engineManufacturer'],
  [textKey('dtc-off.engineDesignation'), 'engineDesignation'],
  [textKey('dtc-off.engineType'), 'engineType'],
  [textKey('dtc-off.displacement'), 'engineDisplacement'],
  [textKey('dtc-off.power'), 'enginePowerKw'],
  [textKey('dtc-off.torque'), 'engineTorque'],
  [textKey('dtc-off.emissionStandard'), 'emissionStandard'],
  [textKey('common.description'), 'description'],
] as const satisfies readonly (readonly [Label, keyof EcuInfo])[];

/** Looks like the label on the housing; facts that the file does not state are left out. */
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
        {tiles.map(({ label, value, isLong }, index) => (
          <div
            key={index}
            className={clsx(
              '-mr-px -mb-px min-w-0 border-r border-b px-4 py-2.5',
              isLong && '-mt-px col-span-full border-t',
            )}
          >
            <dt className="text-label text-text3">{t(label)}</dt>
            <dd className="min-w-0 font-mono text-body">
              <CopyText text={value} label={t(label)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
