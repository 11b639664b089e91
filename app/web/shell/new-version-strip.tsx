import { switchToNewVersion, useNewVersion } from '../../../web/client/app-version.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { PageStrip } from '../../../web/frame/page-strip.tsx';

/** Announces a new version of the portal; the page stays as it is until the visitor reloads it. */
export function NewVersionStrip() {
  if (!useNewVersion()) return null;
  return (
    <PageStrip>
      <Alert
        kind="info"
        action={
          <Button small onClick={() => switchToNewVersion()}>
            {t('common.reload')}
          </Button>
        }
      >
        {t('common.shell.newVersion')}
      </Alert>
    </PageStrip>
  );
}
