import { t } from '../../../web/languages/text.ts';
import { useRecentMessages } from '../../../web/ui/recent-messages.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';

/** Notices disappear from the screen after three seconds, but stay readable here (G-45). */
export function RecentMessagesList() {
  const messages = useRecentMessages();
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="recent-messages-headline" className="border-t">
      <h2 id="recent-messages-headline" className="border-b px-4 py-2.5 text-body">
        {t('messaging.bell.recent')}
      </h2>
      <ul
        tabIndex={0}
        aria-label={t('messaging.bell.recent')}
        className="max-h-44 divide-y overflow-y-auto overscroll-contain -outline-offset-2"
      >
        {messages.map((message) => (
          <li key={message.id} className="px-4 py-2.5">
            <p className="wrap-anywhere">{message.text}</p>
            <p className="text-small text-text3">
              <TimeStamp value={message.at} relative />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
