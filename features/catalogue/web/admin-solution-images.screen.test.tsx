import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { listSolutions, type Solution } from '../catalogue.calls.ts';
import * as contract from '../catalogue.calls.ts';
import AdminSolutionImages from './admin-solution-images.screen.tsx';
import { expectGuarded } from '../../../web/testing/leaving-check.ts';
import { shownMessages } from '../../../web/testing/shown-messages.ts';

const url = (suffix: string) => `/api/media/${suffix.repeat(32)}-512.webp`;
const TURBO = { id: 5, name: 'Turbo', url: url('a') };
const FILTER = { id: 4, name: 'Filter', url: url('b') };
const STAGE: Solution = {
  id: 1,
  name: 'Stage 1',
  code: 'ST1',
  credits: 60,
  type: 'TUNING',
  order_no: 1,
  image_url: TURBO.url,
};

function open() {
  const api = installFakeApi(
    fake(listSolutions, [STAGE]),
    fake(contract.listSolutionImages, [TURBO, FILTER]),
    fake(contract.deleteSolutionImage, { message: 'Deleted.' }),
    fake(contract.addSolutionImage, { ...TURBO, id: 6 }),
  );
  return { ...renderScreen(<AdminSolutionImages />, { user: ADMINISTRATOR }), api };
}
const chooseFile = async (visitor: ReturnType<typeof open>['visitor'], file: File) => {
  await visitor.click(screen.getByRole('button', { name: 'Add Image Solution' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Image Solution' });
  await visitor.upload(within(dialog).getByLabelText('Choose a file'), file);
  return dialog;
};
const picture = () => new File([new Uint8Array(4096)], 'Turbo.png', { type: 'image/png' });

test('shows a grid of images, each with the solutions that use it', { tags: ['A-SIM-01', 'X-API-15'] }, async () => {
  open();
  const [turbo, filter] = within(await screen.findByRole('list', { name: 'Solution images' })).getAllByRole('listitem');
  expect(turbo?.querySelector('img')).toHaveAttribute('src', TURBO.url);
  expect(turbo?.querySelector('img')?.getAttribute('srcset')).toContain('-128.webp 128w');
  expect(turbo).toHaveTextContent('Stage 1');
  expect(filter).toHaveTextContent('not used');
});

test(
  'an image is deleted after confirmation; the button is there for touch and keyboard, too',
  { tags: ['A-SIM-02', 'A-SIM-05', 'G-47'] },
  async () => {
    const { visitor, api } = open();
    const button = await screen.findByRole('button', { name: 'Delete Filter' });
    expect(button.parentElement).toHaveClass('group-hover:opacity-100', 'group-focus-within:opacity-100');
    expect(button.parentElement?.className).toContain('[@media(hover:none)]:opacity-100');
    await visitor.click(button);
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this image?' });
    await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(api.callsOf(contract.deleteSolutionImage).map(({ input }) => input)).toEqual([{ id: '4' }]);
    expect(shownMessages()).toEqual([]);
  },
);

test('an image that is in use stays, and the reason is shown', { tags: ['A-SIM-M02', 'X-ERR-51'] }, async () => {
  const { visitor, api } = open();
  api.use(fake(contract.deleteSolutionImage, no(400, 'This image is shown with Stage 1.')));
  await visitor.click(await screen.findByRole('button', { name: 'Delete Turbo' }));
  await visitor.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(shownMessages()).toEqual(['error: Failed to delete image.']));
  expect(within(screen.getByRole('alertdialog')).getByText('This image is shown with Stage 1.')).toBeVisible();
});

test(
  'an upload shows how much has left the browser, in the colours of the rule, until the response is there',
  { tags: ['A-SIM-03', 'A-SIM-04', 'G-53', 'X-API-49'] },
  async () => {
    const { visitor, api } = open();
    let response: (image: typeof TURBO) => void = () => {};
    api.use(fake(contract.addSolutionImage, () => new Promise<typeof TURBO>((resolve) => (response = resolve))));
    await screen.findByText('Turbo');
    const dialog = await chooseFile(visitor, picture());
    const bar = () => within(dialog).queryByRole('progressbar');
    const sending = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementationOnce(() => {});
    await visitor.click(within(dialog).getByRole('button', { name: 'Upload' }));
    const request = sending.mock.contexts[0] as XMLHttpRequest;
    for (const [loaded, tone] of [
      [49, 'red'],
      [50, 'yellow'],
      [79, 'yellow'],
      [80, 'green'],
    ] as const) {
      act(() => void request.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 100 })));
      expect(bar()).toHaveAttribute('aria-valuenow', String(loaded));
      expect(bar()?.firstElementChild).toHaveAttribute('data-tone', tone);
    }
    request.send(...(sending.mock.calls[0] ?? []));
    await waitFor(() => expect(within(dialog).getByText('Processing...')).toBeVisible());
    expect(bar()).toHaveAttribute('aria-valuenow', '100');
    expect(bar()?.firstElementChild).toHaveAttribute('data-tone', 'green');
    response({ ...TURBO, id: 6 });
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(shownMessages()).toEqual(['success: Uploaded successfully.']);
    const [sent] = api.callsOf(contract.addSolutionImage);
    expect(sent?.file?.name).toBe('Turbo.png');
    expect(api.callsOf(contract.listSolutionImages)).toHaveLength(2);
  },
);

test('what the server refuses is read in the dialog, and another file may be chosen', async () => {
  const { visitor, api } = open();
  api.use(fake(contract.addSolutionImage, no(400, 'Please choose a PNG, JPEG or WebP image.')));
  await screen.findByText('Turbo');
  const dialog = await chooseFile(visitor, picture());
  await visitor.click(within(dialog).getByRole('button', { name: 'Upload' }));
  expect(await within(dialog).findByText('Please choose a PNG, JPEG or WebP image.')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Upload' })).toBeEnabled();
  api.use(fake(contract.addSolutionImage, { ...TURBO, id: 6 }));
  const another = new File([new Uint8Array(4096)], 'Filter.png', { type: 'image/png' });
  await visitor.upload(within(dialog).getByLabelText('Choose a file'), another);
  expect(within(dialog).queryByText('Please choose a PNG, JPEG or WebP image.')).not.toBeInTheDocument();
  await visitor.click(within(dialog).getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(api.callsOf(contract.addSolutionImage).map(({ file }) => file?.name)).toEqual(['Turbo.png', 'Filter.png']);
});

test('a file of more than 20 MB is not sent at all', async () => {
  const { visitor, api } = open();
  await screen.findByText('Turbo');
  const large = picture();
  Object.defineProperty(large, 'size', { value: 20_971_521 });
  const dialog = await chooseFile(visitor, large);
  expect(within(dialog).getByText('File size should not exceed 20MB.')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Upload' })).toBeDisabled();
  expect(api.callsOf(contract.addSolutionImage)).toEqual([]);
});

test('a list that fails to load shows an error and a Retry', { tags: ['A-SIM-M01', 'X-ERR-50'] }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, visitor } = open();
  api.use(fake(contract.listSolutionImages, no(500)));
  const view = renderScreen(<AdminSolutionImages />, { user: ADMINISTRATOR });
  expect(await view.findByText('Failed to load images.')).toBeVisible();
  api.use(fake(contract.listSolutionImages, [TURBO]));
  await visitor.click((await view.findAllByRole('button', { name: 'Retry' }))[0] as HTMLElement);
  await waitFor(() => expect(view.queryByText('Failed to load images.')).not.toBeInTheDocument());
});

test('both dialogs are accessible', async () => {
  const { visitor } = open();
  await screen.findByText('Turbo');
  await expectSoundDialog({
    of: 'features/catalogue/media/web/admin-media-upload.tsx',
    visitor,
    name: 'Add Image Solution',
    opener: () => screen.getByRole('button', { name: 'Add Image Solution' }),
  });
  await expectSoundDialog({
    of: 'features/catalogue/media/web/admin-media-library.tsx',
    visitor,
    role: 'alertdialog',
    name: 'Are you sure you want to delete this image?',
    opener: () => screen.getByRole('button', { name: 'Delete Filter' }),
  });
});

test('with a file chosen, leaving the page or closing the dialog asks for confirmation', async () => {
  const shown = open();
  await screen.findByText('Turbo');
  await expectGuarded(shown, {
    of: 'features/catalogue/media/web/admin-media-upload.tsx',
    change: () => chooseFile(shown.visitor, picture()),
  });
  shown.unmount();
  const { visitor } = open();
  await screen.findByText('Turbo');
  const dialog = await chooseFile(visitor, picture());
  await visitor.keyboard('{Escape}');
  await visitor.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect(dialog).toBeVisible();
  await visitor.click(within(dialog).getByRole('button', { name: 'Close' }));
  await visitor.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});
