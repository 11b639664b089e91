import { Link } from 'react-router';
import { type Label, t, textKey } from '../../../web/languages/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { findCaptions } from '../films.ts';
import type { OutsideService, ServiceState, ApplicationConfiguration } from '../settings.calls.ts';

const VIDEOS = [
  [textKey('shop.tutorialVideo'), 'TUTORIAL_VIDEO_URL', 'tutorial_video_url'],
  [textKey('shop.loginVideo'), 'WATCH_VIDEO_URL', 'watch_video_url'],
] as const;

const SERVICES: readonly {
  service: OutsideService;
  label: Label;
  variable: string;
  addressIn: (saved: ApplicationConfiguration) => string | null;
}[] = [
  {
    service: 'google',
    label: textKey('accounts.google.signIn'),
    variable: 'GOOGLE_CLIENT_ID',
    addressIn: ({ google_client_id }) => google_client_id,
  },
  { service: 'gain', label: textKey('common.gain'), variable: 'GAIN_URL', addressIn: ({ gain_url }) => gain_url },
  {
    service: 'social',
    label: textKey('common.followUs'),
    variable: 'SOCIAL_FACEBOOK_URL, SOCIAL_…_URL',
    addressIn: ({ social_links }) => social_links.map(({ name }) => name).join(', '),
  },
  { service: 'chat', label: textKey('common.chat'), variable: 'CHAT_URL', addressIn: ({ chat_url }) => chat_url },
];

const STATES: Record<ServiceState, Label> = {
  SET_UP: textKey('shop.firstStart.serviceSetUp'),
  NOT_USED: textKey('shop.firstStart.serviceNotUsed'),
  UNDECIDED: textKey('shop.firstStart.serviceUndecided'),
};

/** Addresses the operator sets at the start of the portal: a browser cannot change what decides about framing. */
export function ConfiguredAddresses({ saved }: { saved: ApplicationConfiguration }) {
  return (
    <div id="addresses" className="scroll-mt-20">
      <Card title={t('shop.configuredTitle')}>
        <p className="mb-3 text-body text-text2">{t('shop.configuredHint')}</p>
        <dl className="grid text-body">
          {VIDEOS.map(([label, variable, field]) => (
            <Address
              key={variable}
              label={t(label)}
              variable={variable}
              value={findCaptions(saved[field]) === undefined ? saved[field] : null}
              otherwise={t('shop.ownFilm')}
            />
          ))}
          {SERVICES.map(({ service, label, variable, addressIn }) => (
            <Address
              key={service}
              label={t(label)}
              variable={variable}
              value={addressIn(saved) || null}
              otherwise={t(STATES[saved.services[service]])}
            />
          ))}
        </dl>
        <p className="mt-3">
          <Link to="/admin/first-start" className="text-link">
            {t('shop.decideInFirstStart')}
          </Link>
        </p>
      </Card>
    </div>
  );
}

type AddressProps = {
  label: string;
  variable: string;
  value: string | null;
  /** Shown without a value. */
  otherwise: string;
};

function Address({ label, variable, value, otherwise }: AddressProps) {
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
          <span className="text-text2">{otherwise}</span>
        ) : (
          <span className="font-mono text-small wrap-anywhere">{value}</span>
        )}
      </dd>
    </div>
  );
}
