import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { Reading } from '../dtc-session.ts';

type Evidence = Reading['evidence'];

const KINDS = { MODEL: 'success', FAMILY: 'info', OTHER_MODEL: 'warning', OTHER_FAMILY: 'warning' } as const;

/** How the file compares with the chosen model. */
function comparedText({ man, ecuman, model: name, match, named }: Reading): string {
  const model = [man, ecuman, name].join(' ');
  switch (match) {
    case 'MODEL':
      return t('dtc-off.reading.match', { model });
    case 'FAMILY':
      return t('dtc-off.reading.sameFamily', { model });
    case 'OTHER_MODEL':
      return t('dtc-off.reading.otherModel', { model, named: named ?? '' });
    case 'OTHER_FAMILY':
      return t('dtc-off.reading.mismatch', { model });
  }
}

/** The result of reading the file as the model that the customer chose. */
export function ReadingReport({ reading, onUndo }: { reading: Reading; onUndo: () => void }) {
  const { points, evidence, recognised } = reading;
  return (
    <Alert
      kind={KINDS[reading.match]}
      title={comparedText(reading)}
      action={
        <Button small onClick={onUndo}>
          {recognised === null
            ? t('dtc-off.reading.undoButton')
            : t('dtc-off.reading.againButton', { model: recognised.name })}
        </Button>
      }
    >
      {evidence.length > 0 && (
        <>
          <p>{t('dtc-off.reading.evidence', { points })}</p>
          <EvidenceList evidence={evidence} />
        </>
      )}
      <p className="mt-1">
        {recognised === null
          ? t('dtc-off.reading.unrecognised')
          : t('dtc-off.reading.recognised', { model: recognised.name })}
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
