import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { buildFileDetail } from '../../files.factory.ts';
import { listFurtherFiles, type FurtherFile } from '../further-files.calls.ts';
import FurtherFiles from './further-files.tsx';

const REPORT: FurtherFile = {
  id: 7,
  kind: 'SCAN_REPORT',
  file_name: 'VCDS-scan.txt',
  size_bytes: 5,
  sha256: 'ab',
  created_at: '2026-03-02T08:00:00.000Z',
};
const { file } = buildFileDetail({ further_files: 1 });
const acknowledge = () => () => undefined;

const open = (as: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<FurtherFiles file={file} acknowledge={acknowledge} />, as);

test('staff see the further files but cannot add any; the owner can', async () => {
  installFakeApi(fake(listFurtherFiles, [REPORT]));
  const staff = open({ user: ADMINISTRATOR });
  expect(await screen.findByRole('button', { name: 'Download VCDS-scan.txt' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add further files' })).toBeNull();
  staff.unmount();
  open();
  expect(await screen.findByRole('button', { name: 'Add further files' })).toBeInTheDocument();
});

test('the button that opens the picker, and goes with that, passes the focus on to it', async () => {
  installFakeApi(fake(listFurtherFiles, [REPORT]));
  const { visitor } = open();
  await visitor.click(await screen.findByRole('button', { name: 'Add further files' }));
  expect(screen.getByLabelText('Further files', { selector: 'input' })).toHaveFocus();
});

test('a list that fails to load is not shown as empty and can be retried', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const api = installFakeApi(fake(listFurtherFiles, no(500)));
  const { visitor } = open();
  expect(await screen.findByText('Could not load.')).toBeInTheDocument();
  api.use(fake(listFurtherFiles, [REPORT]));
  await visitor.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('VCDS-scan.txt')).toBeInTheDocument();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});
