import { clsx } from 'clsx';
import { Pause, Play, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApplicationConfiguration } from '../../../features/shop/web/settings.api.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { RichText } from '../../../web/ui/rich-text.tsx';

/** Stores the closed text for this visit, so that a refresh does not restore it. A new text is shown again. */
const CLOSED = 'closed-banner';

/** Slow enough to read. */
const SECONDS_PER_CHARACTER = 0.16;
const MIN_SECONDS = 18;

/** The operator's text at the top of the page, until it is closed (X-BAN-01). With reduced motion it does not move. */
export function HeaderBanner() {
  const { data, error } = useApplicationConfiguration();
  const [closed, setClosed] = useState(() => sessionStorage.getItem(CLOSED));
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (error !== null) console.warn('Failed to fetch banner text', error);
  }, [error]);
  const text = data?.header_banner_text?.trim() ?? '';
  if (text === '' || text === closed) return null;
  const close = () => {
    sessionStorage.setItem(CLOSED, text);
    setClosed(text);
  };
  return (
    <section
      aria-label={t('common.shell.banner.label')}
      className="group flex items-center gap-1 border-b bg-surface2 pl-4 text-text sm:pl-6 lg:pl-8"
    >
      <Passing text={text} isPaused={isPaused} />
      <div className="flex shrink-0 items-center pr-2">
        <Button
          variant="quiet"
          iconOnly
          icon={isPaused ? <Play /> : <Pause />}
          className="motion-reduce:hidden"
          onClick={() => setPaused((was) => !was)}
        >
          {isPaused ? t('common.shell.banner.move') : t('common.shell.banner.pause')}
        </Button>
        <Button variant="quiet" iconOnly icon={<X />} onClick={close}>
          {t('common.shell.banner.close')}
        </Button>
      </div>
    </section>
  );
}

/** When paused, the whole text is shown without motion; under the pointer or focus, it only stops where it is. */
function Passing({ text, isPaused }: { text: string; isPaused: boolean }) {
  const seconds = Math.max(MIN_SECONDS, text.length * SECONDS_PER_CHARACTER);
  return (
    <div className="min-w-0 flex-1 overflow-hidden py-2">
      <div
        data-moving={!isPaused}
        style={{ animationDuration: `${seconds}s`, animationDelay: `-${seconds / 3}s` }}
        className={clsx(
          !isPaused && [
            'w-max animate-pass pl-[100%] whitespace-nowrap group-focus-within:[animation-play-state:paused] group-hover:[animation-play-state:paused]',
            'motion-reduce:w-auto motion-reduce:animate-none motion-reduce:pl-0 motion-reduce:whitespace-normal',
            '[&_*]:inline',
          ],
        )}
      >
        <RichText html={text} />
      </div>
    </div>
  );
}
