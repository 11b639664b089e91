import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { useMyUser } from '../../accounts/web/accounts.api.ts';
import { CountryChangeNotice } from '../../accounts/web/country-change-notice.tsx';
import { useApplicationConfiguration } from '../../shop/web/settings.api.ts';
import { ChooseEcuFile } from './choose-ecu-file.tsx';
import { ContinueSessions } from './continue-sessions.tsx';
import { useEcuModels, useIsFree } from './dtc-off.api.ts';
import { EcuWork } from './ecu-work.tsx';
import { OwnGeneratedList } from './generated-list.tsx';
import type { OpenedFile } from './processing.tsx';
import { useFileTerms } from './file-terms.tsx';
import { TutorialVideo } from './tutorial-video.tsx';
import { WorkSteps, type StepId } from './work-steps.tsx';

export default function UploadAiScreen() {
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const navigate = useNavigate();
  const isFirstPage = useLocation().key === 'default';
  const home = useIsFree() ? '/admin/dtc-off-files' : '/dashboard';
  // Requested together with the screen (X-DTC-17), so that the models are there when the list opens.
  useEcuModels();
  return (
    <>
      <PageHeader
        title={t('dtc-off.dtcOffAuto')}
        actions={
          <Button
            variant="quiet"
            icon={<ArrowLeft />}
            onClick={() => void (isFirstPage ? navigate(home) : navigate(-1))}
          >
            {t('common.back')}
          </Button>
        }
      />
      <CountryNotice />
      {opened === null ? (
        <Beginning onOpened={setOpened} />
      ) : (
        <EcuWork
          key={opened.upload.fileName}
          opened={opened}
          onLeave={() => setOpened(null)}
          notes={<Note fileName={opened.upload.fileName} />}
        />
      )}
    </>
  );
}

function CountryNotice() {
  const { data: user } = useMyUser();
  return (
    <div className="mb-4 empty:hidden">
      <CountryChangeNotice user={user} />
    </div>
  );
}

/** The warning of the specification, replaced by the terms of the opened file once they are known, and the legal note. */
function Note({ fileName }: { fileName?: string }) {
  const { data } = useApplicationConfiguration();
  const isFree = useIsFree();
  const terms = useFileTerms(fileName);
  return (
    <Alert>
      {isFree && <p>{t('dtc-off.ownUseHint')}</p>}
      {!isFree && terms === null && <p>{t('dtc-off.selectAllHint')}</p>}
      {terms !== null && (
        <p role="status" className="font-strong">
          {terms}
        </p>
      )}
      {data?.legal_notice && <p className="mt-2 font-strong whitespace-pre-line">{data.legal_notice}</p>}
    </Alert>
  );
}

const NOTHING_TO_OPEN: ReadonlySet<StepId> = new Set(['file']);

/** The first step: choose a file, or continue one from the last day. */
function Beginning({ onOpened }: { onOpened: (opened: OpenedFile) => void }) {
  const isFree = useIsFree();
  const choose = (
    <>
      <Note />
      <ChooseEcuFile onOpened={onOpened} />
      <ContinueSessions onOpened={onOpened} />
    </>
  );
  return (
    <div className="grid min-w-0 gap-6">
      <WorkSteps
        label={t('dtc-off.steps')}
        steps={[
          { id: 'file', title: t('common.file'), body: choose },
          { id: 'codes', title: t('dtc-off.codes'), body: null },
          { id: 'result', title: t('dtc-off.result'), body: null },
        ]}
        current="file"
        open={NOTHING_TO_OPEN}
        aside={
          <>
            <TutorialVideo />
            <p className="text-body text-text2">
              <Link to="/supported-ecus" className="link">
                {t('dtc-off.supported.pageLink')}
              </Link>
            </p>
          </>
        }
      />
      {!isFree && <OwnGeneratedList />}
    </div>
  );
}
