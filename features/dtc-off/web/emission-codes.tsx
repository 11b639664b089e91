import { ChevronRight } from 'lucide-react';
import { t } from '../../../web/languages/text.ts';
import type { DtcRow } from '../dtc-session.ts';
import { EMISSION_REASONS } from '../dtc-words.rules.ts';

/** More would push the decision off a phone's screen; until the list is opened, their number is enough. */
const SHOWN_AT_ONCE = 12;

/** The codes that fall under the emission rules, counted by reason; the codes themselves unfold below. */
export function EmissionCodes({ rows }: { rows: readonly DtcRow[] }) {
  const groups = EMISSION_REASONS.flatMap(({ reason, name, sentence }) => {
    const codes = rows.filter(({ emission_reason }) => emission_reason === reason).map(({ dtc }) => dtc);
    return codes.length === 0 ? [] : [{ reason, name, sentence, codes }];
  });
  return (
    <div className="mb-4">
      <p className="mb-1 text-small text-text2">{t('dtc-off.emissionCodesCount', { count: rows.length })}</p>
      <ul aria-label={t('dtc-off.emissionCodes')} className="max-h-40 overflow-y-auto rounded-control border px-3 py-1">
        {groups.map(({ reason, name, sentence, codes }) => (
          <li key={reason}>
            <details className="group" open={rows.length <= SHOWN_AT_ONCE}>
              <summary className="flex min-h-8 items-center gap-2 text-small coarse:min-h-control" title={t(sentence)}>
                <ChevronRight size={16} className="shrink-0 transition-transform duration-150 group-open:rotate-90" />
                <span className="font-strong">{t(name)}</span> <span className="text-text3">{codes.length}</span>
              </summary>
              <p className="pb-2 pl-6 font-mono text-small text-text2 wrap-anywhere">{codes.join(', ')}</p>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
