import { sentenceText, t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../web/ui/button.tsx';
import type { DtcRow } from '../dtc-session.ts';
import { countLocks } from '../dtc-table.rules.ts';

type NoneSelectableProps = { rows: readonly DtcRow[]; manually: string };

/** Shown when every row is locked: the reasons, the number of codes for each, and what can be done instead. */
export function NoneSelectable({ rows, manually }: NoneSelectableProps) {
  const isAllOff = rows.every(({ status }) => status === 'OFF');
  return (
    <Alert
      kind="warning"
      title={t('dtc-off.noneSelectable.title')}
      action={isAllOff ? undefined : <ButtonLink to={manually}>{t('dtc-off.manualUpload.button')}</ButtonLink>}
    >
      <ul className="list-disc pl-5">
        {countLocks(rows).map(({ reason, count }) => (
          <li key={reason.message}>{t('dtc-off.noneSelectable.reason', { count, reason: sentenceText(reason) })}</li>
        ))}
      </ul>
      <p className="mt-1">{isAllOff ? t('dtc-off.noneSelectable.allOffHint') : t('dtc-off.noneSelectable.hint')}</p>
    </Alert>
  );
}
