import { clsx } from 'clsx';
import { Moon } from 'lucide-react';
import { t } from '../../../web/languages/text.ts';
import { useDarkMode } from '../../../web/ui/dark-mode.ts';

/** Only customers have it; the choice is remembered on this device (C-SHL-13, X-STO-03). */
export function DarkModeToggle() {
  const { dark, toggle } = useDarkMode();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={dark}
      onClick={toggle}
      className="flex min-h-control w-full items-center gap-3 rounded-control px-3 text-body text-text2 hover:bg-surface hover:text-text"
    >
      <Moon size={19} className="shrink-0" />
      {t('common.shell.darkMode')}
      <span
        aria-hidden="true"
        className={clsx(
          'ml-auto flex h-5 w-9 items-center rounded-full border px-0.5 transition-colors duration-150',
          dark ? 'border-accent bg-accent' : 'border-border-strong bg-surface',
        )}
      >
        <span
          className={clsx(
            'size-3.5 rounded-full transition-transform duration-150',
            dark ? 'translate-x-4 bg-on-accent' : 'bg-border-strong',
          )}
        />
      </span>
    </button>
  );
}
