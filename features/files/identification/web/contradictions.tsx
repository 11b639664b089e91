import { t, chooseText } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { FILE_FIELD_LABELS } from '../../web/file-field-labels.tsx';
import { findContradictions, type EnteredEcu } from '../contradictions.rules.ts';
import type { Identification } from '../identification.calls.ts';

type ContradictionsProps = { entered: EnteredEcu; identification: Identification };

/** Where the entered control unit and the bytes cannot both be right. */
export function Contradictions({ entered, identification }: ContradictionsProps) {
  const found = findContradictions(entered, identification);
  if (found.length === 0) return null;
  return (
    <Alert kind="warning" title={t('files.identification.contradictionTitle')}>
      <ul>
        {found.map(({ field, entered: typed, read }) => (
          <li key={field} className="wrap-anywhere">
            {t('files.identification.contradiction', {
              field: chooseText(FILE_FIELD_LABELS[field].form),
              entered: typed,
              read,
            })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
