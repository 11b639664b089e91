import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../../../web/languages/text.ts';
import type { AiSession } from '../../../dtc-off/dtc-session.ts';
import { useAiSessions, useSessionFile } from '../../../dtc-off/web/dtc-off.api.ts';
import { AI_FILE } from '../../../dtc-off/web/manual-upload.tsx';
import { vehicleOfEcu } from '../vehicle-of-ecu.rules.ts';
import type { UploadForm, UploadValues } from './solution-choice.tsx';

type FileOfDtcOffProps = {
  form: UploadForm;
  /** The currently selected file. */
  file: File | null;
  onFile: (file: File) => void;
};

/** For a user who comes from DTC OFF: selects that file, and fills empty fields with what is known of it. */
export function FileOfDtcOff({ children, ...rest }: FileOfDtcOffProps & { children: ReactNode }) {
  const [parameters] = useSearchParams();
  const handle = parameters.get(AI_FILE) ?? '';
  return handle === '' ? children : <CarriedFile key={handle} handle={handle} {...rest} />;
}

function CarriedFile({ handle, form, file, onFile }: FileOfDtcOffProps & { handle: string }) {
  const sessions = useAiSessions();
  const bytes = useSessionFile(handle, true);
  const session = sessions.data?.find(({ fileName }) => fileName.endsWith(`.${handle}`));
  const name = session?.originalName;
  const carried = useMemo(
    () => (name === undefined || bytes.data === undefined ? null : new File([bytes.data], name)),
    [name, bytes.data],
  );
  const handed = useRef<File | null>(null);
  useEffect(() => {
    // Only once: a file that the customer selects instead stays.
    if (carried === null || handed.current === carried || !session) return;
    handed.current = carried;
    onFile(carried);
    fillEmpty(form, valuesOf(session));
  }, [carried, session, form, onFile]);
  const isGone = bytes.isError || sessions.isError || (sessions.data !== undefined && session === undefined);
  return (
    <p role="status" className="mt-3 text-body text-text2 empty:sr-only">
      {isGone && t('files.upload.dtcOffFile.gone')}
      {!isGone && carried === null && t('files.upload.dtcOffFile.loading')}
      {carried !== null && file === carried && t('files.upload.dtcOffFile.selected')}
    </p>
  );
}

/** What the file states, as far as the form has fields for it. */
const valuesOf = ({ ecuinfo, reason }: AiSession): Partial<UploadValues> => ({
  ...vehicleOfEcu({
    vehicleManufacturer: ecuinfo.vehicleManufacturer,
    maker: ecuinfo.systemManufacturer,
    model: ecuinfo.modelSeries,
  }),
  description: reason === null ? '' : `DTC OFF AUTO: ${reason.message}`,
});

function fillEmpty(form: UploadForm, values: Partial<UploadValues>): void {
  const shouldValidate = form.formState.isSubmitted;
  for (const [name, value] of Object.entries(values) as [keyof UploadValues, string][]) {
    if (value !== '' && form.getValues(name) === '') form.setValue(name, value, { shouldValidate });
  }
}
