import { type Label, t, textKey } from '../../../web/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import type { ApplicationConfiguration } from '../settings.contract.ts';

/** Places that show "Not configured", or are left out, while their address is missing. */
const ADDRESSES = [
  [textKey('settings.tutorialVideo'), 'TUTORIAL_VIDEO_URL', 'tutorial_video_url'],
  [textKey('settings.videoLoginPage'), 'WATCH_VIDEO_URL', 'watch_video_url'],
  [textKey('common.gain'), 'GAIN_URL', 'gain_url'],
  [textKey('common.chat'), 'CHAT_URL', 'chat_url'],
] as const satisfies readonly (readonly [Label, string, keyof ApplicationConfiguration])[];

/** Addresses the operator sets at the start of the portal: a browser cannot change what decides about framing. */
export function ConfiguredAddresses({ saved }: { saved: ApplicationConfiguration }) {
  const social = saved.social_links.map(({ name }) => name).join(', ');
  return (
    <div id="addresses" className="scroll-mt-20">
      <Card title={t('settings.videosLinks')}>
        <p className="mb-3 text-body text-text2">{t('settings.setInEnvironment')}</p>
        <dl className="grid text-body">
          {ADDRESSES.map(([label, variable, field]) => (
            <Address key={variable} label={t(label)} variable={variable} value={saved[field]} />
          ))}
          <Address label={t('common.followUs')} variable="SOCIAL_FACEBOOK_URL, SOCIAL_…_URL" value={social || null} />
        </dl>
      </Card>
    </div>
  );
}

function Address({ label, variable, value }: { label: string; variable: string; value: string | null }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 border-t py-2 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] sm:items-center">
      <dt>
        {label} <span className="block font-mono text-small text-text3">{variable}</span>
      </dt>
      <dd className="flex min-w-0 items-center gap-2">
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 rounded-full ${value === null ? 'bg-grey-solid' : 'bg-green-solid'}`}
        />
        {value === null ? (
          <span className="text-text2">{t('common.notConfigured')}</span>
        ) : (
          <span className="font-mono text-small wrap-anywhere">{value}</span>
        )}
      </dd>
    </div>
  );
}
