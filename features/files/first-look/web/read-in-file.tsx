import type { Summary } from '../../../../ecu/summary.ts';
import { sentenceText, t } from '../../../../web/languages/text.ts';
import { Spinner } from '../../../../web/ui/spinner.tsx';
import { identificationOf, looksLikeEcuFile } from '../../identification/identification.rules.ts';
import { ControlUnitName } from '../../identification/web/control-unit-name.tsx';
import { ReadFindings } from '../../identification/web/read-findings.tsx';
import type { SummaryOfFile } from '../../upload/web/use-summary.ts';
import { judgeCodeWork } from '../first-look.rules.ts';

/** What this browser has read in a file: the control unit with its numbers, its checksums and its codes. */
export function ReadInFile({ summary }: { summary: SummaryOfFile | null }) {
  return (
    <div aria-live="polite" className="grid gap-3">
      {summary === null || summary === 'reading' ? (
        <p className="flex items-center gap-2 text-text2">
          <Spinner />
          {t('files.identification.readingFile')}
        </p>
      ) : (
        <Read summary={summary} />
      )}
    </div>
  );
}

function Read({ summary }: { summary: Summary | 'failed' }) {
  if (summary === 'failed') return <p>{t('files.firstLook.readFailed')}</p>;
  const identification = identificationOf(summary);
  return (
    <>
      <ControlUnitName identification={identification} />
      <ReadFindings identification={identification} />
      {looksLikeEcuFile(identification) && <Codes summary={summary} />}
    </>
  );
}

/** Where no codes are listed, the findings above already say why. */
function Codes({ summary }: { summary: Summary }) {
  const { switchable, reason } = judgeCodeWork(summary);
  if (switchable > 0) return <p>{t('files.firstLook.codesSwitchable', { count: switchable })}</p>;
  if (reason === null || summary.dtcs?.outcome !== 'found') return null;
  return (
    <p>
      {t('files.firstLook.codesNotSwitchable')} {sentenceText(reason)}
    </p>
  );
}
