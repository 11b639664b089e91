import { RepairChoice } from './repair-choice.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRefreshGuard } from '../../../web/client/refresh-guard.ts';
import { type Label, t, textKey } from '../../../web/languages/text.ts';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { isSelectable } from '../dtc-table.rules.ts';
import { DtcCard } from './dtc-card.tsx';
import { type EcuFile, useEcuFile } from './ecu-file.tsx';
import { FileAnalysis } from './file-analysis.tsx';
import { FileReady } from './file-ready.tsx';
import { useFileTerms } from './file-terms.tsx';
import { GeneratedFiles } from './generated-files.tsx';
import { composeManualUploadPath } from './manual-upload.tsx';
import type { OpenedFile } from './processing.tsx';
import { Trouble, WorkBar } from './work-bar.tsx';
import { WhatChanged, useComparison } from './what-changed.tsx';
import { type StepId, type WorkStep, WorkSteps } from './work-steps.tsx';
import { SupplierMark } from './mark.tsx';
import type { EcuInfo } from '../dtc-session.ts';

type EcuWorkProps = { opened: OpenedFile; onLeave: () => void; notes: ReactNode };

/** Replaces the form: shows what the file is, its codes, and what is generated from it. */
export function EcuWork({ opened, onLeave, notes }: EcuWorkProps) {
  const file = useEcuFile(opened);
  const isWide = useMediaQuery('(width >= 1280px)');
  const { open, toggle } = useOpenSteps(file, isWide);
  const comparison = useComparison(file.made, opened);
  const newestResult = useFocusOnNew(isWide ? null : file.made);
  useRefreshGuard(useFileTerms(opened.upload.fileName) ?? t('dtc-off.terms.refreshHint'));
  const canAsk = file.upload.fileident === 'OK' && file.ecu.ecuId !== null;
  const generation = file.generations.find(({ file_name }) => file_name === file.made?.name);
  const ready = file.made !== null && (
    <FileReady {...{ made: file.made, comparison, generation, onLeave }} headingRef={newestResult} />
  );
  const result = (
    <>
      {!isWide && ready}
      {file.made !== null && <WhatChanged made={file.made} comparison={comparison} />}
      <GeneratedFiles generations={file.generations} />
    </>
  );
  return (
    <>
      {!isWide && file.table === null && <div className="mb-4">{notes}</div>}
      <WorkSteps
        label={t('dtc-off.steps')}
        steps={listSteps(file, { result, onLeave })}
        current={findCurrentStep(file)}
        open={open}
        onToggle={toggle}
        aside={
          isWide && (
            <>
              {canAsk && !open.has('file') && <SmallPlate ecu={file.ecu} />}
              {ready}
              {notes}
            </>
          )
        }
      />
      {/* The notes have been read by now, so the codes come first. */}
      {!isWide && file.table !== null && <div className="mt-4">{notes}</div>}
      {canAsk ? <WorkBar file={file} /> : <Trouble file={file} />}
    </>
  );
}

const listSteps = (file: EcuFile, { result, onLeave }: { result: ReactNode; onLeave: () => void }): WorkStep[] => [
  {
    id: 'file',
    title: t('common.file'),
    summary: nameOf(file),
    body: <FileAnalysis file={file} onLeave={onLeave} />,
  },
  { id: 'codes', title: t('dtc-off.codes'), summary: codesText(file), body: renderCodes(file) },
  {
    id: 'result',
    title: t('dtc-off.result'),
    summary: resultText(file),
    body: file.made === null && file.generations.length === 0 ? null : result,
  },
];

/** Focuses the new result where it replaces what was on the screen, so that it is read first. */
function useFocusOnNew(made: EcuFile['made']) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (made !== null) heading.current?.focus();
  }, [made]);
  return heading;
}

function renderCodes(file: EcuFile) {
  const { table, upload, selected, select } = file;
  if (table === null) return null;
  return (
    <>
      {upload.wrongChecksums.length > 0 && <RepairChoice file={file} />}
      <DtcCard rows={table.dtcTable} manually={composeManualUploadPath(upload)} selected={selected} onSelect={select} />
    </>
  );
}

const nameOf = ({ ecu, upload }: EcuFile): string =>
  [ecu.vehicleManufacturer, ecu.systemManufacturer, ecu.modelSeries].filter(Boolean).join(' ') || upload.originalName;

function codesText({ table, switchedOff }: EcuFile): string | undefined {
  if (table === null || table.dtcTable.length === 0) return undefined;
  return t('dtc-off.selection.countOfAll', {
    chosen: switchedOff.length,
    all: table.dtcTable.filter(isSelectable).length,
  });
}

function resultText({ generations }: EcuFile): string | undefined {
  if (generations.length === 0) return undefined;
  return t('dtc-off.generatedCount', { count: generations.length });
}

type Reached = Pick<EcuFile, 'table' | 'made'>;

/** Returns the step that waits for the customer: once the selection differs, the generated file is out of date. */
function findCurrentStep({ table, made, switchedOff }: Reached & Pick<EcuFile, 'switchedOff'>): StepId {
  if (table === null) return 'file';
  return made !== null && made.codes.join(';') === switchedOff.join(';') ? 'result' : 'codes';
}

/** A finished step closes and can be opened again; the generated file stays in sight. */
function useOpenSteps({ table, made }: Reached, isWide: boolean) {
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

/** The numbers by which workshops identify a control unit. */
const ROWS = [
  [textKey('dtc-off.hwNumber'), 'hardwareNumber'],
  [textKey('dtc-off.swNumber'), 'softwareNumber'],
  [textKey('dtc-off.swVersion'), 'version'],
  [textKey('dtc-off.manufacturerNo'), 'manufacturerNumber'],
] as const satisfies readonly (readonly [Label, keyof EcuInfo])[];

/** The plate of the control unit, reduced to what is useful next to its codes. */
function SmallPlate({ ecu }: { ecu: EcuInfo }) {
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
