import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../web/ui/button.tsx';
import type { DtcRow } from '../dtc-off.contract.ts';
import { countLocks } from '../dtc-table.rules.ts';

type NoneSelectableProps = { rows: readonly DtcRow[]; manually: string };

/** Of a table in which every row is locked: why, with how many codes, and what can be done instead. */
export function NoneSelectable({ rows, manually }: NoneSelectableProps) {
  const isAllOff = rows.every(({ status }) => status === 'OFF');
  return (
    <Alert
      kind="warning"
      title={t('No code of this file can be selected.')}
      action={isAllOff ? undefined : <ButtonLink to={manually}>{t('Upload File Manually')}</ButtonLink>}
    >
      <ul className="list-disc pl-5">
        {countLocks(rows).map(({ reason, count }) => (
          <li key={reason}>
            {count === 1
              ? t('1 code: {reason}', { reason: t(reason) })
              : t('{count} codes: {reason}', { count, reason: t(reason) })}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        {isAllOff
          ? t('There is nothing left to switch off: choose another file, such as the original (ORI) of this one.')
          : t(
              'You can choose another file, or upload this one so that it is worked on by hand, as far as that is allowed.',
            )}
      </p>
    </Alert>
  );
}
