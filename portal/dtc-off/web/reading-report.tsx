import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { Reading } from '../reading.schemas.ts';

type Evidence = Reading['evidence'];

/** The result of reading the file as the model that the customer chose. */
export function ReadingReport({ reading, onUndo }: { reading: Reading; onUndo: () => void }) {
  const { man, ecuman, model, fits, points, evidence, recognised } = reading;
  const name = [man, ecuman, model].join(' ');
  return (
    <Alert
      kind={fits ? 'success' : 'warning'}
      title={
        fits ? t('dtc-off.readModelFileMatches', { model: name }) : t('dtc-off.modelDoesNotMatch', { model: name })
      }
      action={
        <Button small onClick={onUndo}>
          {recognised === null ? t('dtc-off.undoChoice') : t('dtc-off.readModelAgain', { model: recognised.name })}
        </Button>
      }
    >
      {evidence.length > 0 && (
        <>
          <p>{t('dtc-off.evidenceForModel', { points })}</p>
          <EvidenceList evidence={evidence} />
        </>
      )}
      <p className="mt-1">
        {recognised === null
          ? t('dtc-off.nothingRecognisedAlone')
          : t('dtc-off.ownFileRecognisedModel', { model: recognised.name })}
      </p>
      {recognised !== null && <EvidenceList evidence={recognised.evidence} />}
    </Alert>
  );
}

/** In the words of the library, as in the proof; every item can be looked up in the file. */
function EvidenceList({ evidence }: { evidence: Evidence }) {
  return (
    <ul lang="en" className="grid gap-0.5 text-small">
      {evidence.map(({ at, reason }) => (
        <li key={`${at} ${reason}`} className="wrap-anywhere">
          <span className="font-mono">0x{at.toString(16).toUpperCase()}</span> {reason}
        </li>
      ))}
    </ul>
  );
}
