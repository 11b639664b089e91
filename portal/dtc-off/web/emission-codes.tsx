import { t } from '../../../web/text.ts';
import type { DtcRow } from '../dtc-off.contract.ts';
import { EMISSION_REASONS } from '../emission-reason.list.ts';

/** Which codes fall under the rules for emission codes, by reason; a thousand of them scroll inside their frame. */
export function EmissionCodes({ rows }: { rows: readonly DtcRow[] }) {
  const groups = EMISSION_REASONS.flatMap(({ reason, name, sentence }) => {
    const codes = rows.filter(({ emission_reason }) => emission_reason === reason).map(({ dtc }) => dtc);
    return codes.length === 0 ? [] : [{ name, sentence, codes }];
  });
  return (
    <section
      tabIndex={0}
      aria-label={t('Emission codes')}
      className="mb-4 max-h-40 overflow-y-auto rounded-control border px-3 py-2"
    >
      <dl className="grid gap-2">
        {groups.map(({ name, sentence, codes }) => (
          <div key={name}>
            <dt className="text-small" title={t(sentence)}>
              <span className="font-strong">{t(name)}</span> <span className="text-text3">{codes.length}</span>
            </dt>
            <dd className="font-mono text-small text-text2 wrap-anywhere">{codes.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
