import { type Label, t, textKey } from '../../../web/languages/text.ts';
import { SupplierMark } from './mark.tsx';
import type { EcuInfo } from '../dtc-session.ts';

/** The numbers by which workshops identify a control unit. */
const ROWS = [
  [textKey('dtc-off.hwNumber'), 'hardwareNumber'],
  [textKey('dtc-off.swNumber'), 'softwareNumber'],
  [textKey('dtc-off.swVersion'), 'version'],
  [textKey('dtc-off.manufacturerNo'), 'manufacturerNumber'],
] as const satisfies readonly (readonly [Label, keyof EcuInfo])[];

/** The plate of the control unit, reduced to what is useful next to its codes. */
export function SmallPlate({ ecu }: { ecu: EcuInfo }) {
  const { systemManufacturer, vehicleManufacturer, modelSeries } = ecu;
  const maker = [vehicleManufacturer, systemManufacturer].filter(Boolean).join(' · ');
  return (
    <div className="grid gap-3 rounded-card border bg-surface p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-small text-text3">{maker}</p>
          <p className="text-title font-heading wrap-anywhere">{modelSeries}</p>
        </div>
        {systemManufacturer && <SupplierMark name={systemManufacturer} />}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
        {ROWS.map(([label, field]) =>
          ecu[field] ? (
            <div key={field} className="contents">
              <dt className="text-text3">{t(label)}</dt>
              <dd className="font-mono wrap-anywhere">{ecu[field]}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  );
}
