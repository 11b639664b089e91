import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { useChange } from '../../../web/client/use-change.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import * as contract from '../settings.calls.ts';

export const useApplicationConfiguration = () =>
  useQuery({
    queryKey: ['application-configuration'],
    queryFn: ({ signal }) => call(contract.getApplicationConfiguration, {}, { signal }),
    staleTime: 60_000,
  });

/** The dashboard is refreshed as well, since its data includes the first start. */
const CHANGED = [['application-configuration'], ['dashboard']];

type Texts = Pick<InputOf<typeof contract.setApplicationConfiguration>, 'header_banner_text' | 'uploader_text'>;

/** Sends both texts; one that was not edited here is read again first, because a colleague may have changed it. */
export const useSetTexts = () =>
  useChange(async (typed: Texts) => {
    const { header_banner_text, uploader_text } = await call(contract.getApplicationConfiguration, {});
    return call(contract.setApplicationConfiguration, { header_banner_text, uploader_text, ...typed });
  }, CHANGED);

export const useSetApplicationConfiguration = () =>
  useChange(
    (texts: InputOf<typeof contract.setApplicationConfiguration>) => call(contract.setApplicationConfiguration, texts),
    CHANGED,
  );
