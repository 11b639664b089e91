import { MonitorDown } from 'lucide-react';
import { useInstallPrompt } from '../../../web/client/install-prompt.ts';
import { t } from '../../../web/languages/text.ts';

/** Shown if the browser can install the portal as an app (X-GEN-11). */
export function InstallButton() {
  const ask = useInstallPrompt();
  if (ask === null) return null;
  return (
    <button
      type="button"
      onClick={() => void ask()}
      className="flex min-h-control w-full items-center gap-3 rounded-control px-3 text-body text-text2 hover:bg-surface hover:text-text"
    >
      <MonitorDown size={19} className="shrink-0" />
      {t('common.shell.installApp')}
    </button>
  );
}
