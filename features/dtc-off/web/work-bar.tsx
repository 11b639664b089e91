import { useState } from 'react';
import { sentenceText, t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { DtcTable } from '../dtc-session.ts';
import { listEmissionRows } from '../dtc-off.rules.ts';
import { isSelectable } from '../dtc-table.rules.ts';
import { DeclareUse } from './declare-use.tsx';
import type { EcuFile } from './ecu-file.tsx';
import { BuyLink, MainAction } from './main-action.tsx';

/** The next action for the opened file, visible at the lower edge of the screen. */
export function WorkBar({ file }: { file: EcuFile }) {
  const { table, selected } = file;
  const [isDeclaring, setDeclaring] = useState(false);
  const rows = table?.dtcTable ?? [];
  const emissionRows = listEmissionRows(rows, selected);
  return (
    <>
      <MainAction
        selectedCount={table === null ? null : selected.length}
        togetherCount={file.switchedOff.length - selected.length}
        hasSelectable={rows.length === 0 || rows.some(isSelectable)}
        isBusy={file.isBusy}
        isCharged={file.isCharged}
        reason={table === null || table.canGenerate ? null : reasonOf(table)}
        onCheck={() => void file.check()}
        onGenerate={() => {
          if (emissionRows.length > 0) setDeclaring(true);
          else void file.generate(null);
        }}
      >
        <Trouble file={file} />
      </MainAction>
      <DeclareUse
        open={isDeclaring}
        rows={emissionRows}
        earlier={file.declaredUse}
        onClose={() => setDeclaring(false)}
        onDeclared={(use) => void file.generate(use)}
      />
    </>
  );
}

/** Shows the server's own sentence, or an inconspicuous line for what is only logged (G-26, G-32). */
export function Trouble({ file: { problem, isBusy, retry } }: { file: EcuFile }) {
  if (problem === null || isBusy) return null;
  if (problem.kind === 'refused') {
    return (
      <Alert kind="danger" action={problem.needsCredits ? <BuyLink /> : undefined}>
        {problem.text}
      </Alert>
    );
  }
  return (
    <p role="status" className="flex flex-wrap items-center gap-3 text-body text-text2">
      {problem.text}
      <Button small onClick={retry}>
        {t('common.retry')}
      </Button>
    </p>
  );
}

const reasonOf = ({ reason }: Pick<DtcTable, 'reason'>): string =>
  reason === null ? t('dtc-off.notPossible') : sentenceText(reason);
