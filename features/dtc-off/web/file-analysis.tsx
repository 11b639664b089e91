import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../web/languages/numbers.ts';
import { sentenceText, t, wordText } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Cut } from '../../../web/ui/cut-text.tsx';
import type { AiUpload } from '../dtc-session.ts';
import type { EcuFile } from './ecu-file.tsx';
import { EcuPlate } from './ecu-plate.tsx';
import { MakeMark, SupplierMark } from './mark.tsx';
import { ReadingReport } from './reading-report.tsx';
import { RepairChoice } from './repair-choice.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { EcuModel } from '../coverage.calls.ts';
import { useEcuModels } from './dtc-off.api.ts';
import { modelText } from './supported-ecus.tsx';
import { ManualUpload } from './manual-upload.tsx';

/** Length to which the file name is cut, as specified. */
const NAME_LENGTH = 30;

type FileAnalysisProps = { file: EcuFile; onLeave: () => void };

export function FileAnalysis({ file, onLeave }: FileAnalysisProps) {
  const { upload } = file;
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card>
      <h3 ref={heading} tabIndex={-1} className="mb-4 text-lead">
        {t('dtc-off.analysisTitle')}
      </h3>
      <div className="grid gap-5">
        {upload.fileident === 'OK' ? (
          <Recognised file={file} onLeave={onLeave} />
        ) : (
          <Alert kind="warning">
            {t('dtc-off.looksLikeOtherFile', { type: wordText(upload.fileident) })}{' '}
            <Link to="/upload-ai" onClick={onLeave} className="font-strong underline underline-offset-3">
              {t('dtc-off.goBack')}
            </Link>
            <Sentences sentences={upload.warnings} />
          </Alert>
        )}
        {!upload.canGenerate && !file.isRepairing && <ManualUpload upload={upload} />}
      </div>
    </Card>
  );
}

function Recognised({ file, onLeave }: FileAnalysisProps) {
  const { upload, ecu, table, isReading, chooseModel } = file;
  const { vehicleManufacturer, systemManufacturer, modelSeries } = ecu;
  const names = [vehicleManufacturer, systemManufacturer, modelSeries].filter(Boolean).join(' ');
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {vehicleManufacturer && <MakeMark name={vehicleManufacturer} />}
        <div className="min-w-0 flex-1 basis-48">
          <h4 className="text-title wrap-anywhere">
            {names === '' ? t('dtc-off.ecuNotRecognised') : t('dtc-off.ecuNamed', { names })}
          </h4>
          <p className="flex flex-wrap gap-x-3 text-body text-text2">
            <span className="font-mono">
              <Cut text={upload.originalName} length={NAME_LENGTH} />
            </span>
            <span>{kilobytesText(ecu.fileSize)}</span>
          </p>
        </div>
        {systemManufacturer && (
          <p className="flex items-center gap-3 text-body font-strong">
            <SupplierMark name={systemManufacturer} />
            {systemManufacturer}
          </p>
        )}
      </div>
      <EcuPlate ecu={ecu} />
      <Outlook file={file} />
      {upload.reading !== null && <ReadingReport reading={upload.reading} onUndo={() => void chooseModel(null)} />}
      <div className="flex flex-wrap gap-3">
        {/* Once the codes are loaded, the model cannot be changed. */}
        {table === null && (
          <Button busy={isReading} busyText={t('dtc-off.readingAsModel')} onClick={() => setChoosing(true)}>
            {t('dtc-off.otherModelButton')}
          </Button>
        )}
        <Button variant="quiet" onClick={onLeave}>
          {t('dtc-off.anotherFile')}
        </Button>
      </div>
      <SelectEcuModel
        open={isChoosing}
        onClose={() => setChoosing(false)}
        onChosen={(model) => void chooseModel(model)}
      />
    </>
  );
}

/** Shows what can be generated from the file before any money moves. */
function Outlook({ file }: { file: EcuFile }) {
  const { canGenerate, reason, warnings, wrongChecksums } = file.upload;
  const isRepairable = wrongChecksums.length > 0;
  return (
    <>
      {/* Once the codes are read, the choice stands above them. */}
      {isRepairable && file.table === null && <RepairChoice file={file} />}
      {!canGenerate && !isRepairable && (
        <Alert kind="warning" title={t('dtc-off.notPossibleTitle')}>
          {reason === null ? null : sentenceText(reason)}
          <Sentences sentences={warnings} />
        </Alert>
      )}
      {(canGenerate || isRepairable) && warnings.length > 0 && (
        <Alert kind="info" title={t('dtc-off.warningsTitle')}>
          <Sentences sentences={warnings} />
        </Alert>
      )}
    </>
  );
}

function Sentences({ sentences }: { sentences: AiUpload['warnings'] }) {
  if (sentences.length === 0) return null;
  return (
    <ul className="list-disc pl-5">
      {sentences.map((one) => (
        <li key={one.message}>{sentenceText(one)}</li>
      ))}
    </ul>
  );
}

function kilobytesText(bytes: number): string {
  const size = formatNumber(bytes / 1024, { maximumFractionDigits: 2, useGrouping: false });
  return t('dtc-off.sizeInKb', { size });
}

type SelectEcuModelProps = { open: boolean; onClose: () => void; onChosen: (model: EcuModel) => void };

/** For a file that was recognised as a different control unit than it comes from. */
function SelectEcuModel({ open, onClose, onChosen }: SelectEcuModelProps) {
  const models = useEcuModels().data ?? [];
  const [place, setPlace] = useState('');
  const model = place === '' ? undefined : models[Number(place)];
  const close = () => {
    setPlace('');
    onClose();
  };
  return (
    <Modal
      open={open}
      onClose={close}
      title={t('dtc-off.selectEcuModel')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={model === undefined}
            onClick={() => {
              if (model === undefined) return;
              close();
              onChosen(model);
            }}
          >
            {t('common.ok')}
          </Button>
        </>
      }
    >
      <Field label={t('common.ecu')}>
        <Select
          placeholder={t('dtc-off.ecuPlaceholder')}
          options={models.map((one, index) => ({ value: String(index), label: modelText(one) }))}
          value={place}
          onChange={(event) => setPlace(event.target.value)}
        />
      </Field>
    </Modal>
  );
}
