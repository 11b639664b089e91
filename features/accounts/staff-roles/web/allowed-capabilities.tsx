import { Folded } from '../../../../web/ui/folded.tsx';
import { t } from '../../../../web/languages/text.ts';
import { type CapabilityGroup, narrowGroups } from '../capability-texts.ts';

type AllowedCapabilitiesProps = {
  capabilities: readonly string[];
  groups: readonly CapabilityGroup[];
  /** What is said when none of the sentences applies. */
  nothing: string;
};

/** What a role or a token allows, sentence by sentence. */
export function AllowedCapabilities({ capabilities, groups, nothing }: AllowedCapabilitiesProps) {
  const allowed = narrowGroups(groups, capabilities);
  const count = allowed.reduce((sum, { allows }) => sum + Object.keys(allows).length, 0);
  if (count === 0) return <p className="mt-2 text-body">{nothing}</p>;
  return (
    <Folded title={t('accounts.staffRoles.allowed', { n: count })}>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        {allowed.map(({ heading, allows }) => (
          <div key={t(heading)}>
            <h3 className="text-small text-text3">{t(heading)}</h3>
            <ul className="grid gap-1 text-body">
              {Object.entries(allows).map(([one, text]) => (
                <li key={one}>{t(text)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Folded>
  );
}
