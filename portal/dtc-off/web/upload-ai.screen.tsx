import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { useMyUser } from '../../accounts/web/accounts.api.ts';
import { CountryChangeNotice } from '../../accounts/web/country-change-notice.tsx';
import { useApplicationConfiguration } from '../../settings/web/settings.api.ts';
import { ChooseEcuFile } from './choose-ecu-file.tsx';
import { ContinueSessions } from './continue-sessions.tsx';
import { useEcuModels } from './dtc-off.api.ts';
import { EcuWork } from './ecu-work.tsx';
import { OwnGeneratedList } from './generated-list.tsx';
import type { OpenedFile } from './processing.tsx';
import { WhatAFileCosts } from './what-a-file-costs.tsx';
import { TutorialVideo } from './tutorial-video.tsx';

export default function UploadAiScreen() {
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const navigate = useNavigate();
  const isFirstPage = useLocation().key === 'default';
  // Asked for with the screen (X-DTC-17), so that it is there when somebody opens a list of it.
  useEcuModels();
  return (
    <>
      <PageHeader
        title={t('DTC OFF AUTO')}
        actions={
          <Button
            variant="quiet"
            icon={<ArrowLeft />}
            onClick={() => void (isFirstPage ? navigate('/dashboard') : navigate(-1))}
          >
            {t('Back')}
          </Button>
        }
      />
      <Notes fileName={opened?.upload.fileName} />
      {opened === null ? (
        <Beginning onOpened={setOpened} />
      ) : (
        <EcuWork key={opened.upload.fileName} opened={opened} onLeave={() => setOpened(null)} />
      )}
    </>
  );
}

/** The warning of the specification (G-38), beside it what holds for the opened file, and what the operator says about the law (G-63). */
function Notes({ fileName }: { fileName: string | undefined }) {
  const { data } = useApplicationConfiguration();
  const { data: user } = useMyUser();
  return (
    <div className="mb-6 grid gap-3">
      <CountryChangeNotice user={user} />
      <Alert>
        <p>
          {t(
            'Select all DTCs first. Do not refresh the page until you are done: a refresh costs extra AI credits. You can download the same file many times with different DTC selections before refreshing.',
          )}
        </p>
        {fileName !== undefined && <WhatAFileCosts fileName={fileName} />}
        {data?.legal_notice && <p className="mt-2 font-strong whitespace-pre-line">{data.legal_notice}</p>}
      </Alert>
    </div>
  );
}

function Beginning({ onOpened }: { onOpened: (opened: OpenedFile) => void }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-6">
        <ContinueSessions onOpened={onOpened} />
        <ChooseEcuFile onOpened={onOpened} />
        <OwnGeneratedList />
      </div>
      <div className="grid min-w-0 gap-4">
        <TutorialVideo />
        <p className="text-body text-text2">
          <Link to="/supported-ecus" className="link">
            {t('What is supported, and how well that is measured')}
          </Link>
        </p>
      </div>
    </div>
  );
}
