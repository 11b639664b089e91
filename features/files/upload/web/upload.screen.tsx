import { lazy, Suspense, useEffect, useId, useRef, type ComponentType, type ReactNode, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { submitOnCtrlEnter } from '../../../../web/ui/ctrl-enter.ts';
import { DropAnywhere } from '../../../../web/ui/drop-anywhere.tsx';
import { DropZone } from '../../../../web/ui/drop-zone.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { RichText } from '../../../../web/ui/rich-text.tsx';
import { sizeText } from '../../../../web/ui/progress-bar.tsx';
import { useApplicationConfiguration } from '../../../shop/web/settings.api.ts';
import type { ChosenFurtherFilesProps } from '../../further/web/chosen-further-files.tsx';
import { DtcField } from './dtc-field.tsx';
import { FileOfDtcOff } from './file-of-dtc-off.tsx';
import { NotEcuDialog, ReadCheck } from './read-check.tsx';
import { SameVehicleButton, VehicleOfAddress } from './same-vehicle.tsx';
import { SolutionPicker } from './solution-picker.tsx';
import { useUploadForm } from './upload-form.tsx';
import { UploadOutcome } from './upload-outcome.tsx';
import { ChosenSolutions, UploadActions } from './upload-summary.tsx';
import { UploadsLeft } from '../../upload-limit/web/uploads-left.tsx';
import { VehicleForm } from './vehicle-form.tsx';

/** If this part does not load, nothing is shown: the upload does not need it. */
const ChosenFurtherFiles = lazy<ComponentType<ChosenFurtherFilesProps>>(() =>
  import('../../further/web/chosen-further-files.tsx').catch(() => ({ default: () => null })),
);

type Upload = ReturnType<typeof useUploadForm>;

export default function UploadScreen() {
  const upload = useUploadForm();
  const reasonId = useId();
  const place = useRef<HTMLFormElement>(null);
  const { form, chosen, transfer } = upload;
  useFocusOnError(place, form.formState.submitCount);
  const refusal = form.formState.errors.root?.message;
  return (
    <>
      <PageHeader title={t('common.uploadFile')} />
      <UploaderNote />
      <form
        ref={place}
        noValidate
        onKeyDown={submitOnCtrlEnter}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]"
        onSubmit={(event) => {
          event.preventDefault();
          if (transfer === null) void upload.submit();
        }}
      >
        <Cards upload={upload} reasonId={reasonId} />
        <div className="max-lg:contents lg:sticky lg:top-[calc(var(--sticky-top,0px)+1rem)]">
          <ChosenSolutions chosen={chosen} dtcs={upload.dtcs} />
          <UploadActions
            chosen={chosen}
            isReady={upload.file !== null}
            reasonId={reasonId}
            transfer={transfer}
            refusal={refusal}
            hasFailed={upload.hasFailed}
            onUpload={() => void upload.submit()}
            onReset={upload.reset}
          />
          <AfterwardsNote />
        </div>
      </form>
      <DropAnywhere onFile={upload.take} disabled={transfer !== null} />
      <Dialogs upload={upload} />
    </>
  );
}

/** The question before an unusual file is sent, and the outcome of the upload. */
function Dialogs({ upload }: { upload: Upload }) {
  const navigate = useNavigate();
  const { readCheck, further } = upload;
  return (
    <>
      <NotEcuDialog
        open={readCheck.isAsking}
        fileName={upload.file?.name ?? ''}
        onUpload={() => {
          readCheck.confirm();
          void upload.submit();
        }}
        onClose={readCheck.leave}
      />
      <UploadOutcome
        outcome={upload.outcome}
        missing={further.missing?.names ?? []}
        onMissing={() => void navigate(`/view-file/${further.missing?.id}`)}
        onSuccess={() => void navigate('/my-files')}
        onFailure={upload.closeOutcome}
        onRetry={() => {
          upload.closeOutcome();
          void upload.submit();
        }}
      />
    </>
  );
}

/** The operator's own text replaces ours. */
function UploaderNote() {
  const { data } = useApplicationConfiguration();
  return (
    <div className="mb-6">
      <Alert>
        {data?.uploader_text ? (
          <RichText html={data.uploader_text} className="whitespace-pre-line" />
        ) : (
          t('common.uploadOriginalHint')
        )}
      </Alert>
    </div>
  );
}

/** What a customer may expect for a file, shown before one is sent (X-STA-07, G-10). */
function AfterwardsNote() {
  return (
    <section aria-labelledby="afterwards" className="text-small text-text2 lg:mt-5">
      <h2 id="afterwards" className="text-small">
        {t('files.upload.after.title')}
      </h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li>{t('files.upload.after.dashboardHint')}</li>
        <li>{t('files.upload.after.changesHint')}</li>
        <li>{t('files.upload.after.finalHint')}</li>
      </ul>
    </section>
  );
}

function Cards({ upload, reasonId }: { upload: Upload; reasonId: string }) {
  const { form, file, transfer } = upload;
  const { errors } = form.formState;
  const isSending = transfer !== null;
  return (
    <div className="grid min-w-0 gap-6">
      <FileCard upload={upload} isSending={isSending} />
      <VehicleOfAddress form={form} />
      <VehicleCard isReady={file !== null} isSending={isSending} reasonId={reasonId}>
        <SameVehicleButton form={form} />
        <VehicleForm form={form} />
      </VehicleCard>
      <Card>
        <fieldset disabled={isSending} className="min-w-0">
          <Heading>{t('common.solutions')}</Heading>
          <SolutionPicker
            chosen={upload.chosen}
            onToggle={upload.toggle}
            error={errors.solution_ids?.message}
            dtcField={<DtcField form={form} read={upload.readCheck.read} />}
          />
        </fieldset>
      </Card>
    </div>
  );
}

/** The original, what was read in it, and the files sent along with it. */
function FileCard({ upload, isSending }: { upload: Upload; isSending: boolean }) {
  const { form, file, further } = upload;
  return (
    <Card>
      <Field label={t('common.file')} required error={upload.fileError}>
        <DropZone
          onFile={upload.take}
          fileName={file?.name}
          hint={file === null ? t('common.anyFileHint') : sizeText(file.size)}
          disabled={isSending}
        />
      </Field>
      <div className="mt-3 empty:hidden">
        <UploadsLeft file={file} isSending={isSending} />
      </div>
      <ReadCheck form={form} file={file} onRead={upload.readCheck.onRead} />
      <FileOfDtcOff form={form} file={file} onFile={upload.take}>
        {upload.isRestored && file === null && (
          <p className="mt-3 text-body text-text2">{t('files.upload.entriesRestored')}</p>
        )}
      </FileOfDtcOff>
      {file !== null && (
        <div className="mt-4">
          <Suspense fallback={null}>
            <ChosenFurtherFiles chosen={further.chosen} onChange={further.choose} disabled={isSending} />
          </Suspense>
        </div>
      )}
    </Card>
  );
}

type VehicleCardProps = { isReady: boolean; isSending: boolean; reasonId: string; children: ReactNode };

function VehicleCard({ isReady, isSending, reasonId, children }: VehicleCardProps) {
  return (
    <Card>
      <fieldset disabled={!isReady || isSending} aria-describedby={isReady ? undefined : reasonId} className="min-w-0">
        <Heading>{t('files.upload.vehicleTitle')}</Heading>
        {!isReady && (
          <p id={reasonId} className="-mt-2 mb-4 text-body text-text2">
            {t('common.fileRequired')}
          </p>
        )}
        {children}
      </fieldset>
    </Card>
  );
}

/** Names the group of fields and is also a headline of the page. */
function Heading({ children }: { children: ReactNode }) {
  return (
    <legend className="mb-4 text-lead">
      <h2>{children}</h2>
    </legend>
  );
}

/** After Upload is pressed, focuses the first thing to correct, wherever on the screen it is. */
function useFocusOnError(place: RefObject<HTMLElement | null>, submitCount: number) {
  useEffect(() => {
    if (submitCount === 0) return;
    const first = place.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-complaint]');
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'center' });
  }, [place, submitCount]);
}
