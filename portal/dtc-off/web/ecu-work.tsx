import { useState } from 'react';
import { useRefreshGuard } from '../../../web/refresh-guard.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { listEmissionRows } from '../dtc-off.rules.ts';
import { isSelectable, listTogether } from '../dtc-table.rules.ts';
import { DeclareUse } from './declare-use.tsx';
import { DtcCard } from './dtc-card.tsx';
import { FileAnalysis } from './file-analysis.tsx';
import { GeneratedFiles } from './generated-files.tsx';
import { BuyLink, MainAction } from './main-action.tsx';
import type { OpenedFile } from './processing.tsx';
import { useEcuFile, type EcuFile } from './ecu-file.tsx';
import { manualUpload } from './manual-upload.tsx';
import { WhatChanged } from './what-changed.tsx';

/** The second half of the screen, in place of the form: what the file is, its codes, and what is made of it. */
export function EcuWork({ opened, onLeave }: { opened: OpenedFile; onLeave: () => void }) {
  const file = useEcuFile(opened);
  const { upload, ecu, table, selected, made } = file;
  useRefreshGuard(t('Refreshing costs extra AI credits'));
  const canAsk = upload.fileident === 'OK' && ecu.ecuId !== null;
  return (
    <div className="grid min-w-0 gap-6">
      <FileAnalysis file={file} onLeave={onLeave} />
      {!canAsk && <Complaint file={file} />}
      {canAsk && (
        <div className="grid min-w-0 gap-6">
          <Action file={file} />
          {table !== null && (
            <DtcCard rows={table.dtcTable} manually={manualUpload(upload)} selected={selected} onSelect={file.select} />
          )}
        </div>
      )}
      <GeneratedFiles generations={file.generations} />
      {made !== null && <WhatChanged key={made.name + made.codes.join()} made={made} opened={opened} />}
    </div>
  );
}

/** Stays in sight while the table below it is scrolled. */
function Action({ file }: { file: EcuFile }) {
  const { table, selected } = file;
  const [isDeclaring, setDeclaring] = useState(false);
  const rows = table?.dtcTable ?? [];
  const emissionRows = listEmissionRows(rows, selected);
  return (
    <div className="sticky top-(--sticky-top,0px) z-10 -mx-4 grid gap-3 border-y bg-bg px-4 py-3 sm:mx-0 sm:rounded-card sm:border">
      <MainAction
        selectedCount={table === null ? null : selected.length}
        togetherCount={[...listTogether(rows, new Set(selected)).values()].filter(({ isWholly }) => isWholly).length}
        hasSelectable={rows.length === 0 || rows.some(isSelectable)}
        isBusy={file.isBusy}
        isCharged={file.isCharged}
        because={table === null || table.canGenerate ? null : t(table.because ?? 'No file can be made of this one.')}
        onCheck={() => void file.check()}
        onGenerate={() => {
          if (emissionRows.length > 0) setDeclaring(true);
          else void file.generate(null);
        }}
      />
      <Complaint file={file} />
      <DeclareUse
        open={isDeclaring}
        rows={emissionRows}
        earlier={file.declaredUse}
        onClose={() => setDeclaring(false)}
        onDeclared={(use) => void file.generate(use)}
      />
    </div>
  );
}

/** The server's own sentence, or a quiet line for what is only logged (G-26, G-32). */
function Complaint({ file: { complaint, isBusy, retry } }: { file: EcuFile }) {
  if (complaint === null || isBusy) return null;
  if (complaint.kind === 'refused') {
    return (
      <Alert kind="danger" action={complaint.needsCredits ? <BuyLink /> : undefined}>
        {complaint.text}
      </Alert>
    );
  }
  return (
    <p role="status" className="flex flex-wrap items-center gap-3 text-body text-text2">
      {complaint.text}
      <Button small onClick={retry}>
        {t('Retry')}
      </Button>
    </p>
  );
}
