import { useQuery } from '@tanstack/react-query';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { type UploadLimit, getUploadLimit } from '../upload-limit.calls.ts';
import { formatWait, toMegabytes } from '../../../../contract/amounts.ts';
import { call } from '../../../../web/client/call.ts';

/** The remaining share at or below which the allowance is shown. */
const LITTLE = 0.2;

type Part = UploadLimit['files'];

const isLittle = (part: Part) => part !== null && part.left <= part.most * LITTLE;

/** The remaining upload allowance of today: shown when it is low, and as a warning when the chosen file exceeds it. */
export function UploadsLeft({ file, isSending }: { file: File | null; isSending: boolean }) {
  const { data: limit } = useUploadLimit(isSending);
  if (limit === undefined || isSending) return null;
  const isOver = limit.files?.left === 0 || (limit.bytes !== null && limit.bytes.left < (file?.size ?? 1));
  const isWorthKnowing = isOver || limit.is_unverified || isLittle(limit.files) || isLittle(limit.bytes);
  if (!isWorthKnowing || (limit.files === null && limit.bytes === null)) return null;
  const sentences = sentencesOf(limit).join(' ');
  return isOver ? <Alert kind="warning">{sentences}</Alert> : <p className="text-small text-text2">{sentences}</p>;
}

function sentencesOf({ files, bytes, renewed_at, is_unverified }: UploadLimit): string[] {
  const left = t('files.uploadLimit.left', {
    files: files?.left ?? '∞',
    mostFiles: files?.most ?? '∞',
    megabytes: bytes === null ? '∞' : toMegabytes(bytes.left),
    mostMegabytes: bytes === null ? '∞' : toMegabytes(bytes.most),
  });
  return [
    left,
    ...(renewed_at === null ? [] : [t('files.uploadLimit.renewal', { wait: waitUntil(renewed_at) })]),
    ...(is_unverified ? [t('files.uploadLimit.confirmEmailHint')] : []),
  ];
}

const waitUntil = (time: string) => formatWait((new Date(time).getTime() - Date.now()) / 1000);

const UPLOAD_LIMIT = ['upload-limit'] as const;

/** Refetched after every upload that ends. */
const useUploadLimit = (isSending: boolean) =>
  useQuery({
    queryKey: [...UPLOAD_LIMIT, isSending],
    queryFn: ({ signal }) => call(getUploadLimit, {}, { signal }),
    staleTime: 0,
    enabled: !isSending,
  });
