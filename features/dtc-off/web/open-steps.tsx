import { useState } from 'react';
import type { EcuFile } from './ecu-file.tsx';
import type { StepId } from './work-steps.tsx';

type Reached = Pick<EcuFile, 'table' | 'made'>;

/** Returns the step that waits for the customer: once the selection differs, the generated file is out of date. */
export function findCurrentStep({ table, made, selected }: Reached & Pick<EcuFile, 'selected'>): StepId {
  if (table === null) return 'file';
  return made !== null && made.codes.join(';') === selected.join(';') ? 'result' : 'codes';
}

/** A finished step closes and can be opened again; the generated file stays in sight. */
export function useOpenSteps({ table, made }: Reached, isWide: boolean) {
  const [open, setOpen] = useState<ReadonlySet<StepId>>(new Set(['file', 'result']));
  const [reached, setReached] = useState<Reached>({ table, made });
  if (reached.table !== table || reached.made !== made) {
    setReached({ table, made });
    const isNewlyMade = made !== null && reached.made !== made;
    // Beside the table there is room for the result; on narrow screens the table closes to make room.
    if (isNewlyMade && !isWide) setOpen(new Set(['result']));
    else setOpen(new Set([table === null ? 'file' : 'codes', 'result']));
  }
  const toggle = (id: StepId) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  return { open, toggle };
}
