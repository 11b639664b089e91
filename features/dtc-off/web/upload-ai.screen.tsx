import { ArrowLeft, Expand } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
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
import { type StepId, WorkSteps } from './work-steps.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { Video, VideoFrame } from '../../../web/ui/video.tsx';
import { FILMS, findCaptions } from '../../shop/films.ts';

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

/** The tutorial, small; pressing it opens and plays it large (C-AI-03). The product's own film is loaded only then. */
function TutorialVideo() {
  const { data } = useApplicationConfiguration();
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const address = data.tutorial_video_url;
  return (
    <Card title={t('dtc-off.tutorial')}>
      <div className="relative">
        {address === FILMS.tutorial.address ? (
          <img
            src={FILMS.tutorial.picture}
            alt=""
            loading="lazy"
            className="aspect-video w-full rounded-control border bg-surface2"
          />
        ) : (
          <VideoFrame address={address} isStill />
        )}
        <OpenButton onOpen={() => setOpen(true)} />
      </div>
      <Modal open={isOpen} onClose={() => setOpen(false)} title={t('dtc-off.tutorial')} size="large">
        <Video address={address} captions={findCaptions(address)} />
      </Modal>
    </Card>
  );
}

/** The whole picture can be pressed; what looks like a button is its label. */
function OpenButton({ onOpen }: { onOpen: () => void }) {
  const labelId = useId();
  return (
    <button
      type="button"
      aria-labelledby={labelId}
      onClick={onOpen}
      className="absolute inset-0 grid place-items-end rounded-control"
    >
      <span id={labelId} className={buttonClass({ variant: 'primary' })}>
        <Expand size={16} />
        {t('dtc-off.watchTutorial')}
      </span>
    </button>
  );
}
