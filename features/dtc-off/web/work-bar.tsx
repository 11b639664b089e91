import { type RefObject, useId, useRef, useState } from 'react';
import { ChevronRight } from 'lucide-react';
import { sentenceText, t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { DeclaredUse, DtcRow, DtcTable } from '../dtc-session.ts';
import { listEmissionRows } from '../dtc-off.rules.ts';
import { isSelectable } from '../dtc-table.rules.ts';
import type { EcuFile } from './ecu-file.tsx';
import { BuyLink, MainAction } from './main-action.tsx';
import { Field } from '../../../web/ui/field.tsx';
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

/** Shown for each file with codes that concern emissions. Only an earlier declaration is selected in advance. */
function DeclareUse({ open, rows, earlier, onClose, onDeclared }: DeclareUseProps) {
  const [changed, setChanged] = useState<DeclaredUse | null>(null);
  const use = changed ?? earlier;
  const close = () => {
    setChanged(null);
    onClose();
  };
  const formId = useId();
  // The first focus is on the decision, which on a narrow screen is not at the top.
  const decisive = useRef<HTMLInputElement>(null);
  const declare = () => {
    if (use === null) return;
    close();
    onDeclared(use);
  };
  return (
    <Modal
      open={open}
      onClose={close}
      initialFocus={decisive}
      size="medium"
      title={t('dtc-off.declare.title')}
      description={t('dtc-off.declare.hint')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button variant="go" type="submit" form={formId} disabled={use === null}>
            {t('dtc-off.declare.submitButton')}
          </Button>
        </>
      }
    >
      <EmissionCodes rows={rows} />
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          declare();
        }}
      >
        <Uses use={use} onChange={setChanged} initial={earlier ?? DECLARED_USES[0].use} initialRef={decisive} />
        {earlier !== null && <p className="mt-2 text-small text-text2">{t('dtc-off.declare.previousHint')}</p>}
      </form>
    </Modal>
  );
}

type UsesProps = {
  use: DeclaredUse | null;
  onChange: (use: DeclaredUse) => void;
  /** The option that gets the focus first. */
  initial: DeclaredUse;
  initialRef: RefObject<HTMLInputElement | null>;
};

function Uses({ use, onChange, initial, initialRef }: UsesProps) {
  return (
    <Field group label={t('dtc-off.declare.label')}>
      <div className="grid gap-1">
        {DECLARED_USES.map(({ use: one, sentence }) => (
          <label key={one} className="flex min-h-control cursor-pointer items-center gap-3">
            <input
              ref={one === initial ? initialRef : undefined}
              type="radio"
              name="declared-use"
              value={one}
              checked={use === one}
              onChange={() => onChange(one)}
              className="size-5 shrink-0"
            />
            {t(sentence)}
          </label>
        ))}
      </div>
    </Field>
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
    <div className="mb-4">
      <p className="mb-1 text-small text-text2">{t('dtc-off.emissionCodesCount', { count: rows.length })}</p>
      <ul aria-label={t('dtc-off.emissionCodes')} className="max-h-40 overflow-y-auto rounded-control border px-3 py-1">
        {groups.map(({ reason, name, sentence, codes }) => (
          <li key={reason}>
            <details className="group" open={rows.length <= SHOWN_AT_ONCE}>
              <summary className="flex min-h-8 items-center gap-2 text-small coarse:min-h-control" title={t(sentence)}>
                <ChevronRight size={16} className="shrink-0 transition-transform duration-150 group-open:rotate-90" />
                <span className="font-strong">{t(name)}</span> <span className="text-text3">{codes.length}</span>
              </summary>
              <p className="pb-2 pl-6 font-mono text-small text-text2 wrap-anywhere">{codes.join(', ')}</p>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
