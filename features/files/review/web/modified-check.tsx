import { useEffect, useRef, useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { CheckboxRow } from '../../../../web/ui/checkbox-row.tsx';
import { Spinner } from '../../../../web/ui/spinner.tsx';
import { compareWithOriginal } from '../review.calls.ts';
import type { Findings, FindingName } from '../../findings.ts';
import { listWarnings } from '../findings.rules.ts';
import { upload } from '../../../../web/client/upload.ts';
import { FindingsList } from './findings-list.tsx';

type Check =
  | { state: 'none' }
  | { state: 'comparing' }
  | { state: 'found'; findings: Findings }
  /** The server compares it again when it is attached, and refuses it if it finds a warning. */
  | { state: 'failed' };

/** What is sent with a modified file: always with `confirmed`, so that no unseen warning passes. */
type Settled = { confirmed: FindingName[]; onNotConfirmed: () => void };

/**
 * Has a chosen file compared with the original before it is attached. `settle` returns what to send with it: the
 * warnings that were confirmed, or null when they have to be reviewed first.
 */
export function useModifiedCheck(fileId: number) {
  const [check, setCheck] = useState<Check>({ state: 'none' });
  const [isConfirmed, setConfirmed] = useState(false);
  const [isMissed, setMissed] = useState(false);
  const latest = useRef<{ stop: AbortController; response: Promise<Findings | null> } | null>(null);
  const chosen = useRef<File | null>(null);

  useEffect(() => () => latest.current?.stop.abort(), []);

  const begin = (file: File) => {
    latest.current?.stop.abort();
    chosen.current = file;
    const stop = new AbortController();
    setCheck({ state: 'comparing' });
    setConfirmed(false);
    setMissed(false);
    const response = compare(fileId, file, stop.signal).then((findings) => {
      if (!stop.signal.aborted) setCheck(findings ? { state: 'found', findings } : { state: 'failed' });
      return findings;
    });
    latest.current = { stop, response };
  };

  /** The server found a warning that was not confirmed: compare again, show it, and wait for confirmation. */
  const onNotConfirmed = () => {
    if (chosen.current === null) return;
    begin(chosen.current);
    setMissed(true);
  };

  const settle = async (): Promise<Settled | null> => {
    const current = latest.current;
    const findings = (await current?.response) ?? null;
    if (current?.stop.signal.aborted) return null;
    if (findings === null) return { confirmed: [], onNotConfirmed };
    const warnings = listWarnings(findings);
    const mayGoOn = warnings.length === 0 || isConfirmed;
    setMissed(!mayGoOn);
    return mayGoOn ? { confirmed: warnings, onNotConfirmed } : null;
  };

  return {
    begin,
    settle,
    leave: () => {
      latest.current?.stop.abort();
      latest.current = null;
      setCheck({ state: 'failed' });
    },
    shown: { check, isConfirmed, isMissed, onConfirm: setConfirmed },
  };
}

export type ModifiedCheck = ReturnType<typeof useModifiedCheck>;

async function compare(id: number, file: File, signal: AbortSignal): Promise<Findings | null> {
  try {
    return await upload(compareWithOriginal, { id }, { file, signal });
  } catch (error) {
    if (!signal.aborted) console.warn('Comparison failed', error);
    return null;
  }
}

/** Tracks whether a press is waiting for a response. */
export function useWaiting() {
  const [now, setNow] = useState(false);
  const during = async <Result,>(response: Promise<Result>): Promise<Result> => {
    setNow(true);
    try {
      return await response;
    } finally {
      setNow(false);
    }
  };
  return { now, during };
}

/** Shown below the chosen file: what the comparison found, and the box for confirming it. */
export function ModifiedCheckResult({ check, isConfirmed, isMissed, onConfirm }: ModifiedCheck['shown']) {
  if (check.state === 'none') return null;
  return (
    <section
      aria-label={t('files.review.comparison.label')}
      aria-live="polite"
      className="grid content-start gap-3 rounded-control border p-4"
    >
      {check.state === 'comparing' && (
        <p className="flex items-center gap-2 text-body text-text2">
          <Spinner />
          {t('files.review.comparingOriginal')}
        </p>
      )}
      {check.state === 'failed' && <p className="text-body text-text2">{t('files.review.notComparedYet')}</p>}
      {check.state === 'found' && (
        <>
          <FindingsList findings={check.findings} reader="administrator" />
          {listWarnings(check.findings).length > 0 && (
            <Confirmation isConfirmed={isConfirmed} isMissed={isMissed} onConfirm={onConfirm} />
          )}
        </>
      )}
    </section>
  );
}

type ConfirmationProps = Pick<ModifiedCheck['shown'], 'isConfirmed' | 'isMissed' | 'onConfirm'>;

function Confirmation({ isConfirmed, isMissed, onConfirm }: ConfirmationProps) {
  return (
    <div className="grid gap-2">
      <CheckboxRow isStrong checked={isConfirmed} aria-invalid={isMissed || undefined} onChange={onConfirm}>
        {t('files.review.warnings.confirm')}
      </CheckboxRow>
      {isMissed && !isConfirmed && <Alert kind="danger">{t('files.review.warnings.confirmRequired')}</Alert>}
      <p className="text-small text-text3">{t('files.review.warnings.confirmHint')}</p>
    </div>
  );
}
