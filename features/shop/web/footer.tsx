import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { useApplicationConfiguration } from './settings.api.ts';
import { UndecidedNote } from './undecided-note.tsx';
import { useHydrated } from '../../../web/client/hydrated.ts';
import { t } from '../../../web/languages/text.ts';
import { getShopZone } from '../../../web/frame/shop.ts';
import { useCan } from '../../../web/client/session.ts';

/** Read at build time; a plain import would make the whole package.json part of this TypeScript project. */
const [version = ''] = Object.values(
  import.meta.glob<string>('../../../package.json', { eager: true, import: 'version' }),
);

export function Footer() {
  const hasChatLink = useChatLink() !== null;
  const { data } = useApplicationConfiguration();
  // Until the page is hydrated, it has to be as it was drawn.
  const configuration = useHydrated() ? data : undefined;
  const zone = useShopZone();
  return (
    <footer
      className={clsx(
        'border-t px-4 py-3 text-label text-text3 sm:px-5',
        // The floating chat link must not cover the last line.
        hasChatLink && 'pb-20',
      )}
    >
      <div className="mx-auto grid max-w-360 gap-2">
        {configuration?.services.social === 'SET_UP' && <SocialLinks links={configuration.social_links} />}
        {configuration?.services.social === 'UNDECIDED' && (
          <p>
            {t('common.followUs')}: <UndecidedNote />
          </p>
        )}
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
          <p>{t('common.shell.trademarks')}</p>
          {zone !== '' && <p>{t('common.shell.timeZoneHint', { zone })}</p>}
          <p>{t('common.shell.version', { version })}</p>
        </div>
      </div>
    </footer>
  );
}

/** The zone of every time on the page; not known to pages that were rendered in advance. */
const useShopZone = (): string => useSyncExternalStore(neverChanges, getShopZone, () => '');
const neverChanges = () => () => undefined;

/** Links by name only, because the networks' logos are their property. */
function SocialLinks({ links }: { links: readonly { name: string; url: string }[] }) {
  return (
    <ul aria-label={t('common.followUs')} className="-mx-2 flex flex-wrap gap-x-2">
      {links.map(({ name, url }) => (
        <li key={name}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="link inline-flex min-h-control min-w-control items-center px-2"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Returns where the chat link leads: to the chat, or for those who may decide about it, to the decision. */
export function useChatLink(): { url: string } | 'undecided' | null {
  const { data } = useApplicationConfiguration();
  const mayDecide = useCan('settings.change');
  if (data === undefined) return null;
  if (data.chat_url !== null) return { url: data.chat_url };
  return data.services.chat === 'UNDECIDED' && mayDecide ? 'undecided' : null;
}
