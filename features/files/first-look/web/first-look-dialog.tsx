import { useState } from 'react';
import { useNavigate } from 'react-router';
import { handFile } from '../../../../web/client/handed-file.ts';
import { useCan } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Modal } from '../../../../web/ui/modal.tsx';
import type { Solution } from '../../../catalogue/catalogue.calls.ts';
import { useSolutions } from '../../../catalogue/web/catalogue.api.ts';
import { ExpectedOfAnyOrder, ExpectedOfOrder } from '../../expected-time/web/expected-time.tsx';
import { identificationOf, looksLikeEcuFile } from '../../identification/identification.rules.ts';
import { listChosenSolutions, sumCredits, toggleSolution } from '../../upload/web/solution-choice.tsx';
import { SolutionPicker } from '../../upload/web/solution-picker.tsx';
import { type SummaryOfFile, useSummary } from '../../upload/web/use-summary.ts';
import { judgeCodeWork } from '../first-look.rules.ts';
import { checkFile } from '../../upload/web/check-file.ts';
import { ReadInFile } from './read-in-file.tsx';

export type FirstLookDialogProps = { open: boolean; file: File | null; onClose: () => void };

/** What is in a file, what can be done with it, what that costs, and when it is usually ready; nothing is sent. */
export function FirstLookDialog({ open, file, onClose }: FirstLookDialogProps) {
  return file === null ? null : (
    <Opened key={`${file.name} ${file.size} ${file.lastModified}`} {...{ open, file, onClose }} />
  );
}

function Opened({ open, file, onClose }: FirstLookDialogProps & { file: File }) {
  const problem = checkFile(file);
  const summary = useSummary(problem === undefined ? file : null);
  const { chosen, toggle } = useChosenSolutions();
  const navigate = useNavigate();
  const kind = judgeFile(summary);
  const start = (to: '/upload' | '/upload-ai') => {
    handFile(to, { file, solutionIds: chosen.map(({ id }) => id) });
    void navigate(to);
  };
  const canSwitchOff =
    useCan('dtc-off.use') && typeof summary === 'object' && summary !== null && judgeCodeWork(summary).switchable > 0;
  return (
    <Modal
      open={open}
      onClose={onClose}
      size="large"
      title={t('files.firstLook.title')}
      description={<span className="font-mono text-small wrap-anywhere">{file.name}</span>}
      footer={
        <>
          {kind === 'other' && <Button onClick={() => start('/upload')}>{t('files.firstLook.uploadAnyway')}</Button>}
          {canSwitchOff && <Button onClick={() => start('/upload-ai')}>{t('files.firstLook.switchOffButton')}</Button>}
          {kind === 'ecu' && (
            <Button variant="primary" onClick={() => start('/upload')}>
              {t('files.firstLook.orderButton')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {problem === undefined ? <ReadInFile summary={summary} /> : <Alert kind="danger">{problem}</Alert>}
        {canSwitchOff && <p className="text-text2">{t('dtc-off.price.perFile')}</p>}
        {kind === 'ecu' && <FromTheShop chosen={chosen} onToggle={toggle} />}
      </div>
    </Modal>
  );
}

/** `ecu`: an order makes sense, even where the control unit is not known. `other`: something else, such as a PDF. */
function judgeFile(summary: SummaryOfFile | null): 'reading' | 'ecu' | 'other' {
  if (summary === null || summary === 'reading') return 'reading';
  return summary === 'failed' || looksLikeEcuFile(identificationOf(summary)) ? 'ecu' : 'other';
}

const NO_SOLUTIONS: readonly Solution[] = [];

function useChosenSolutions() {
  const { data: solutions = NO_SOLUTIONS } = useSolutions();
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  return {
    chosen: listChosenSolutions(solutions, chosenIds),
    toggle: (solution: Solution) => setChosenIds(toggleSolution(solutions, chosenIds, solution)),
  };
}

type FromTheShopProps = { chosen: readonly Solution[]; onToggle: (solution: Solution) => void };

/** The catalogue with its prices, the sum of what is chosen, and when such an order is usually ready. */
function FromTheShop({ chosen, onToggle }: FromTheShopProps) {
  const ids = chosen.map(({ id }) => id);
  return (
    <section aria-labelledby="first-look-order" className="grid gap-4 border-t pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id="first-look-order" className="text-lead">
          {t('common.solutions')}
        </h3>
        <output className="font-strong">{t('payments.amountCrs', { n: sumCredits(chosen) })}</output>
      </div>
      <div className="grid gap-1">
        {ids.length === 0 ? <ExpectedOfAnyOrder /> : <ExpectedOfOrder solutionIds={ids} />}
        <p className="text-small text-text3">{t('files.upload.payLaterHint')}</p>
      </div>
      <SolutionPicker chosen={chosen} onToggle={onToggle} error={undefined} dtcField={null} />
    </section>
  );
}
