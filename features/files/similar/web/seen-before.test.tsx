import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { installCompareWorker } from '../../../../web/testing/compare-worker.ts';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, fakeFile, installFakeApi, refused } from '../../../../web/testing/fake-api.ts';
import { findingsOf } from '../../../../web/testing/findings-examples.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { buildFileDetail } from '../../files.factory.ts';
import * as contract from '../similar-files.calls.ts';
import { noModified } from '../similar-files.rules.ts';
import SeenBefore from './seen-before.tsx';

const IDENTICAL: contract.SimilarFile = {
  id: 7,
  file_id: '100231',
  file_name: 'golf.bin',
  username: 'vardar-chip',
  user_id: 3,
  solution: 'Stage 1',
  status: 'COMPLETED',
  created_at: '2026-03-02T08:00:00.000Z',
  likeness: 'IDENTICAL',
  bytes_compared: null,
  bytes_same: null,
  has_modified: true,
  can_reuse: true,
};
const ALIKE: contract.SimilarFile = {
  ...IDENTICAL,
  id: 8,
  file_id: '100107',
  likeness: 'ALIKE',
  bytes_compared: 2_097_152,
  bytes_same: 2_097_151,
  can_reuse: false,
};
const { file } = buildFileDetail({ solution: 'Stage 1' });

type Fakes = Parameters<typeof installFakeApi>;

async function open(found: contract.SimilarFiles, more: Fakes = [], changes: Partial<typeof file> = {}) {
  const api = installFakeApi(fake(contract.listSimilarFiles, found), ...more);
  const shown = renderScreen(<SeenBefore file={{ ...file, ...changes }} acknowledge={() => () => undefined} />, {
    user: ADMINISTRATOR,
  });
  await screen.findByRole('region', { name: 'Seen before' });
  return { ...shown, api };
}
const done = (...files: contract.SimilarFile[]): contract.SimilarFiles => ({ state: 'DONE', files });

test('an identical original and a near-copy with its counted bytes are shown, with links to both', async () => {
  await open(done(IDENTICAL, ALIKE));
  expect(await screen.findByText('Identical to 100231')).toBeInTheDocument();
  // One byte differs, so it is never 100 %.
  expect(screen.getByText('99.9% match with 100107')).toBeInTheDocument();
  expect(screen.getByText(/^1 of [\d,.]+ bytes differs \(blank areas ignored\)\.$/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '#100231' })).toHaveAttribute('href', '/admin/view-file/7');
  expect(screen.getAllByRole('link', { name: 'vardar-chip' })[0]).toHaveAttribute('href', '/admin/edit-user/3');
  expect(screen.queryByRole('button', { name: 'Compare with 100231' })).toBeNull();
});

test('identical originals stand first, and similar ones are folded with how much they match', async () => {
  const less = { ...ALIKE, id: 9, file_id: '100108', bytes_same: 2_080_000 };
  await open(done(ALIKE, less, IDENTICAL));
  const folded = (await screen.findByText('2 similar, 99.1–99.9 %')).closest('details') as HTMLElement;
  expect(folded).not.toHaveAttribute('open');
  expect(within(folded).getByText('99.9% match with 100107')).toBeInTheDocument();
  expect(within(folded).queryByText('Identical to 100231')).toBeNull();
  expect(screen.getByRole('button', { name: 'Reuse modified file of 100231' })).toBeVisible();
});

test.each([
  ['WAITING', 'The original is being compared with earlier ones.'],
  ['FAILED', 'The original could not be compared. Only identical files are listed.'],
  ['DONE', 'No similar file yet.'],
] as const)('%s without a file shows a sentence', async (state, text) => {
  await open({ state, files: [] });
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('the same memory in another form and the same software number are labelled as such', async () => {
  await open(
    done(
      { ...IDENTICAL, likeness: 'SAME_CONTENT', can_reuse: false },
      { ...ALIKE, likeness: 'SAME_SOFTWARE', bytes_compared: null, bytes_same: null },
    ),
  );
  expect(await screen.findByText('Same memory as 100231, in another form')).toBeInTheDocument();
  expect(screen.getByText('Same software number as 100107')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Reuse/ })).toBeNull();
});

test('a modified file is reused once its warnings are confirmed', async () => {
  const findings = findingsOf({ modified_size_bytes: 500_000 });
  const { visitor, api } = await open(done(IDENTICAL), [
    fake(contract.checkReuse, findings),
    fake(contract.reuseModified, buildFileDetail({ mod_file_name: 'golf_modified.bin', status: 'PROCESSED' })),
  ]);
  await visitor.click(await screen.findByRole('button', { name: 'Reuse modified file of 100231' }));
  const dialog = within(await screen.findByRole('dialog'));
  const attach = await dialog.findByRole('button', { name: 'Reuse modified file' });
  await waitFor(() => expect(attach).toBeEnabled());
  await visitor.click(attach);
  expect(await dialog.findByText('Please look at the warnings, and confirm them.')).toBeInTheDocument();
  expect(api.callsOf(contract.reuseModified)).toEqual([]);
  await visitor.click(dialog.getByRole('checkbox'));
  await visitor.click(attach);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf(contract.reuseModified).map(({ input }) => input['confirmed'])).toEqual([['size']]);
});

test('a different order is pointed out, and a refusal is shown', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { visitor } = await open(done({ ...IDENTICAL, solution: 'EGR OFF' }), [
    fake(contract.checkReuse, refused(noModified())),
  ]);
  await visitor.click(await screen.findByRole('button', { name: 'Reuse modified file of 100231' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('The two orders are not the same.')).toBeInTheDocument();
  expect(await dialog.findByText('The other file has no modified file.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Reuse modified file' })).toBeDisabled();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});

test('a closed file offers no reuse of a modified one', async () => {
  await open(done(IDENTICAL), [], { status: 'CANCELED' });
  expect(await screen.findByText('Identical to 100231')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Reuse/ })).toBeNull();
});

test('both dialogs are accessible', async () => {
  installCompareWorker();
  const { visitor } = await open(done(IDENTICAL, ALIKE), [
    fake(contract.checkReuse, findingsOf()),
    fake(contract.downloadToCompare, ({ id }) => fakeFile('read.bin', Uint8Array.of(1, 2, id))),
  ]);
  await screen.findByText('Identical to 100231');
  await expectSoundDialog({
    of: 'features/files/similar/web/reuse-modified.tsx',
    visitor,
    name: 'Reuse modified file of 100231',
    opener: () => screen.getByRole('button', { name: 'Reuse modified file of 100231' }),
  });
  await expectSoundDialog({
    of: 'features/files/similar/web/compare-originals.tsx',
    visitor,
    name: `Originals of ${file.file_id} and 100107`,
    opener: () => screen.getByRole('button', { name: 'Compare with 100107' }),
  });
});
