import { useId, useRef, useState, type RefObject } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { DECLARED_USES } from '../dtc-words.rules.ts';
import type { DeclaredUse, DtcRow } from '../dtc-session.ts';
import { EmissionCodes } from './emission-codes.tsx';

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
export function DeclareUse({ open, rows, earlier, onClose, onDeclared }: DeclareUseProps) {
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
