import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fake, installFakeApi, refused } from '../../../../web/testing/fake-api.ts';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { queriesSettled } from '../../../../web/testing/queries-settled.ts';
import { renderScreen } from '../../../../web/testing/render-screen.tsx';
import { uploadLimitOf } from '../../../../web/testing/upload-limit.ts';
import { uploadToAi } from '../../../dtc-off/dtc-off.calls.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { type UploadLimit, getUploadLimit } from '../upload-limit.calls.ts';
import { limitReached } from '../../../../contract/refusal.ts';
import { useProcessing } from '../../../dtc-off/web/processing.tsx';
import { UploadsLeft } from './uploads-left.tsx';

const inThreeHours = () => new Date(Date.now() + 3 * 3_600_000 - 30_000).toISOString();

async function show(limit: Partial<UploadLimit>, file: File | null = null) {
  const api = installFakeApi(
    fake(getUploadLimit, uploadLimitOf(limit)),
    fake(getApplicationConfiguration, applicationConfiguration()),
  );
  renderScreen(<UploadsLeft file={file} isSending={false} />, { at: '/', path: '/' });
  await expect.poll(() => api.calls.some(({ endpoint }) => endpoint === getUploadLimit)).toBe(true);
  await queriesSettled();
}

test('while plenty of uploads are left, nothing is shown about it', async () => {
  await show({ files: { most: 200, left: 100 }, renewed_at: inThreeHours() });
  expect(screen.queryByText(/left to upload/)).toBeNull();
});

test('when little is left, the screen shows how much, and when the full allowance is back', async () => {
  await show({ files: { most: 200, left: 12 }, renewed_at: inThreeHours() });
  expect(
    screen.getByText('Files left to upload: 12 of 200; MB left: 2000 of 2000. The full allowance is back in 3 h.'),
  ).toBeVisible();
  expect(screen.getByText(/^Files left to upload/).tagName).toBe('P');
});

test('before the e-mail address is confirmed, the screen shows what is left from the start', async () => {
  await show({ files: { most: 10, left: 10 }, bytes: null, is_unverified: true });
  expect(
    screen.getByText(
      'Files left to upload: 10 of 10; MB left: ∞ of ∞. Once your email address is confirmed, you can upload more.',
    ),
  ).toBeVisible();
});

test.each<[string, Partial<UploadLimit>, File | null]>([
  ['nothing is left', { files: { most: 200, left: 0 } }, null],
  ['the chosen file is larger than what is left', { bytes: { most: 1000, left: 3 } }, new File(['ecu!'], 'golf.bin')],
])('when %s, a warning is shown before anything is sent', async (_, limit, file) => {
  await show({ ...limit, renewed_at: inThreeHours() }, file);
  const warning = screen
    .getByText(/^Files left to upload: .* The full allowance is back in 3 h\.$/)
    .closest('[role="status"]');
  expect(warning).not.toBeNull();
});

function Processing() {
  const { take, process, problem: error } = useProcessing(() => undefined);
  return (
    <>
      <button onClick={() => take(new File(['ecu!'], 'golf.bin'))}>take</button>
      <button onClick={() => void process()}>process</button>
      <p>{error}</p>
    </>
  );
}

test('a limit that is reached meanwhile is shown in the server’s words, and nothing is retried', async () => {
  const limit = {
    files: 200,
    megabytes: 2000,
    files_left: 0,
    megabytes_left: 1900.5,
    seconds: 4000,
    wait: '1 h 7 min',
  };
  const api = installFakeApi(
    fake(uploadToAi, refused(limitReached<typeof limit>('errors.uploads.daily_limit')(limit))),
    fake(getApplicationConfiguration, applicationConfiguration()),
  );
  const { visitor } = renderScreen(<Processing />, { at: '/', path: '/' });
  await visitor.click(screen.getByText('take'));
  await visitor.click(screen.getByText('process'));
  await screen.findByText(
    'Uploads in 24 hours are limited. Files left: 0 of 200; MB left: 1900.5 of 2000. The full allowance is back in 1 h 7 min.',
  );
  expect(api.calls.filter(({ endpoint }) => endpoint === uploadToAi)).toHaveLength(1);
});
