import { UPLOAD_LIMIT_BYTES } from '../../../../contract/endpoint.ts';
import { refusalText } from '../../../../web/client/refusal-text.ts';
import { t } from '../../../../web/languages/text.ts';
import { emptyFile } from '../../files.rules.ts';

/** Returns why a file cannot be sent, from its size alone; undefined if it can. */
export function checkFile({ size }: File): string | undefined {
  if (size > UPLOAD_LIMIT_BYTES) return t('common.fileTooLarge');
  return size === 0 ? refusalText(emptyFile()) : undefined;
}
