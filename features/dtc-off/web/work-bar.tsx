import { useId, useRef, useState } from 'react';
import { sentenceText, t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Folded } from '../../../web/ui/folded.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { DeclaredUse, DtcRow, DtcTable } from '../dtc-session.ts';
import { listEmissionRows } from '../dtc-off.rules.ts';
import { isSelectable } from '../dtc-table.rules.ts';
import type { EcuFile } from './ecu-file.tsx';
import { BuyLink, MainAction } from './main-action.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { DECLARED_USES, EMISSION_REASONS } from '../dtc-words.rules.ts';

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

type DeclareUseProps = {
  open: boolean;
  /** The emission codes that are chosen, or that go off together with chosen ones. */
  rows: readonly DtcRow[];
  /** What was previously declared for the file; null: nothing yet. */
  earlier: DeclaredUse | null;
  onClose: () => void;
  onDeclared: (use: DeclaredUse) => void;
};

/**
 * Shown for each file with codes that concern emissions. One press declares and generates; what was declared before
 * is marked, and has the focus.
 */
function DeclareUse({ open, rows, earlier, onClose, onDeclared }: DeclareUseProps) {
  const decisive = useRef<HTMLButtonElement>(null);
  const labelId = useId();
  const declare = (use: DeclaredUse) => {
    onClose();
    onDeclared(use);
  };
  return (
    <Modal
      open={open}
      onClose={onClose}
      initialFocus={decisive}
      size="medium"
      title={t('dtc-off.declare.title')}
      description={t('dtc-off.declare.hint')}
      footer={
        <>
          <div role="group" aria-labelledby={labelId} className="grid w-full gap-2">
            <p id={labelId} className="font-strong">
              {t('dtc-off.declare.label')}
            </p>
            {DECLARED_USES.map(({ use, sentence }) => (
              <Button
                key={use}
                ref={use === (earlier ?? DECLARED_USES[0].use) ? decisive : undefined}
                variant={use === earlier ? 'go' : 'secondary'}
                className="w-full justify-start! text-left!"
                onClick={() => declare(use)}
              >
                {t(sentence)}
              </Button>
            ))}
            {earlier !== null && <p className="text-small text-text2">{t('dtc-off.declare.previousHint')}</p>}
          </div>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        </>
      }
    >
      <EmissionCodes rows={rows} />
    </Modal>
  );
}

/** More would push the decision off a phone's screen; until the list is opened, their number is enough. */
const SHOWN_AT_ONCE = 12;

/** The codes that fall under the emission rules, counted by reason; the codes themselves unfold below. */
function EmissionCodes({ rows }: { rows: readonly DtcRow[] }) {
  const groups = EMISSION_REASONS.flatMap(({ reason, name, sentence }) => {
    const codes = rows.filter(({ emission_reason }) => emission_reason === reason).map(({ dtc }) => dtc);
    return codes.length === 0 ? [] : [{ reason, name, sentence, codes }];
  });
  return (
    <div>
      <p className="mb-1 text-small text-text2">{t('dtc-off.emissionCodesCount', { count: rows.length })}</p>
      <ul aria-label={t('dtc-off.emissionCodes')} className="max-h-40 overflow-y-auto rounded-control border px-3 py-1">
        {groups.map(({ reason, name, sentence, codes }) => (
          <li key={reason}>
            <Folded
              open={rows.length <= SHOWN_AT_ONCE}
              title={
                <span className="text-small text-text3" title={t(sentence)}>
                  <span className="font-strong text-text">{t(name)}</span> {codes.length}
                </span>
              }
            >
              <p className="pb-2 pl-6 font-mono text-small text-text2 wrap-anywhere">{codes.join(', ')}</p>
            </Folded>
          </li>
        ))}
      </ul>
    </div>
  );
}
