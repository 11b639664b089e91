import { useEffect, useRef, type ReactNode } from 'react';
import { useRefreshGuard } from '../../../web/client/refresh-guard.ts';
import { t } from '../../../web/languages/text.ts';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { isSelectable } from '../dtc-table.rules.ts';
import { DtcCard } from './dtc-card.tsx';
import { useEcuFile, type EcuFile } from './ecu-file.tsx';
import { FileAnalysis } from './file-analysis.tsx';
import { FileReady } from './file-ready.tsx';
import { useFileTerms } from './file-terms.tsx';
import { GeneratedFiles } from './generated-files.tsx';
import { composeManualUploadPath } from './manual-upload.tsx';
import { findCurrentStep, useOpenSteps } from './open-steps.tsx';
import type { OpenedFile } from './processing.tsx';
import { RepairChoice } from './repair-choice.tsx';
import { SmallPlate } from './small-plate.tsx';
import { Trouble, WorkBar } from './work-bar.tsx';
import { WhatChanged, useComparison } from './what-changed.tsx';
import { WorkSteps, type WorkStep } from './work-steps.tsx';

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
