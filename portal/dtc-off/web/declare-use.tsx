import { useId, useState } from 'react';
import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { DECLARED_USES } from '../declared-use.list.ts';
import type { DeclaredUse } from '../dtc-off.contract.ts';

type DeclareUseProps = {
  open: boolean;
  /** The emission codes that are chosen, or go off together with those. */
  codes: readonly string[];
  onClose: () => void;
  onDeclared: (use: DeclaredUse) => void;
};

/** Asked once for a session, as soon as a code that concerns emissions is to go off. Nothing is chosen beforehand. */
export function DeclareUse({ open, codes, onClose, onDeclared }: DeclareUseProps) {
  const [use, setUse] = useState<DeclaredUse | null>(null);
  const close = () => {
    setUse(null);
    onClose();
  };
  const formId = useId();
  const declare = () => {
    if (use === null) return;
    close();
    onDeclared(use);
  };
  return (
    <Modal
      open={open}
      onClose={close}
      size="medium"
      title={t('What is this file for?')}
      description={t(
        'Codes that concern emissions are selected. A vehicle changed in this way may not be driven on public roads in the EU, the US and many other countries. What you declare stands in the proof of every file of this session.',
      )}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="go" type="submit" form={formId} disabled={use === null}>
            {t('Declare and generate')}
          </Button>
        </>
      }
    >
      <p className="mb-4 font-mono text-body wrap-anywhere">{codes.join(', ')}</p>
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          declare();
        }}
      >
        <Field group label={t('I declare that it is for')}>
          <div className="grid gap-1">
            {DECLARED_USES.map(({ use: one, sentence }) => (
              <label key={one} className="flex min-h-control cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name="declared-use"
                  value={one}
                  checked={use === one}
                  onChange={() => setUse(one)}
                  className="size-5 shrink-0"
                />
                {t(sentence)}
              </label>
            ))}
          </div>
        </Field>
      </form>
    </Modal>
  );
}
