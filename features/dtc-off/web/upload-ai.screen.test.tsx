import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import CustomerShell from '../../../app/web/shell/customer-shell.tsx';
import { beginOfDay, formatShopDay } from '../../../web/languages/time-zone.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { captionsStandIn } from '../../../web/testing/captions-stand-in.ts';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { aiSession, aiUpload, generation } from '../../../web/testing/ecu-examples.ts';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { getMyUser } from '../../accounts/accounts.calls.ts';
import { getUploadLimit } from '../../files/upload-limit/upload-limit.calls.ts';
import { getApplicationConfiguration } from '../../shop/settings.calls.ts';
import { listEcuModels, type EcuModel } from '../coverage.calls.ts';
import { getDtcs, listSessions, uploadToAi } from '../dtc-off.calls.ts';
import type { AiSession } from '../dtc-session.ts';
import { listGenerations } from '../generations.calls.ts';
import { uploadLimitOf } from '../../../web/testing/upload-limit.ts';
import { sentence } from '../../../contract/refusal.ts';
import UploadAiScreen from './upload-ai.screen.tsx';
import { readTexts } from '../../../web/testing/table-cells.ts';

const model = (man: string, ecuman: string, name: string): EcuModel => ({
  man,
  ecuman,
  model: name,
  ecuValue: `${ecuman}_${name}`,
  passRate: 1,
});

let api: FakeApi;

beforeEach(() => {
  api = installFakeApi(
    fake(listGenerations, { generations: [], total_rows: 0 }),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(getMyUser, myUser({ credit_balance: 120.5, ai_credit_balance: 7.5 })),
    fake(listEcuModels, [model('AUDI', 'BOSCH', 'EDC17CP14'), model('BMW', 'SIEMENS', 'MS43')]),
    fake(listSessions, []),
    fake(uploadToAi, aiUpload()),
    fake(getUploadLimit, uploadLimitOf()),
  );
});

const open = () => renderScreen(<UploadAiScreen />, { at: '/upload-ai', path: '/upload-ai' });

function buildFile(sizeBytes: number, name = 'golf.bin') {
  const file = new File(['ecu!'], name);
  Object.defineProperty(file, 'size', { value: sizeBytes });
  return file;
}

const input = () => screen.getByLabelText('ECU file');
const zone = () => input().closest('label') as HTMLElement;
const pick = (file = buildFile(4)) => fireEvent.change(input(), { target: { files: [file] } });
const button = () => screen.getByRole('button', { name: 'Process File' });

describe('before a file is chosen', () => {
  test(
    'the screen is titled like its menu entry, warns, and shows the price with both balances',
    { tags: ['C-AI-02', 'C-AI-04', 'C-AI-S01', 'X-DTC-16', 'G-26', 'G-38'] },
    async () => {
      open();
      expect(screen.getByRole('heading', { level: 1, name: 'DTC OFF AUTO' })).toBeVisible();
      expect(
        screen.getByText(
          'Select all DTCs first. Do not refresh the page until you are done: a refresh costs extra AI credits. You can download the same file many times with different DTC selections before refreshing.',
        ),
      ).toBeVisible();
      expect(screen.getByText('10 CRS = 1 FILE')).toBeVisible();
      expect(await screen.findByText('120.50')).toBeVisible();
      expect(screen.getByText('7.50')).toBeVisible();
      expect(within(zone()).getByText('Choose File')).toBeVisible();
    },
  );

  test('the operator’s legal notice is shown with the warning', { tags: ['G-63'] }, async () => {
    api.use(fake(getApplicationConfiguration, applicationConfiguration({ legal_notice: 'Not for public roads.' })));
    open();
    expect(await screen.findByText('Not for public roads.')).toBeVisible();
  });

  test('without a file it asks for one', { tags: ['C-AI-08', 'C-AI-M01', 'X-VAL-24', 'X-ERR-64'] }, async () => {
    const { visitor } = open();
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    await visitor.click(button());
    expect(screen.getByRole('alert')).toHaveTextContent('Please select a file first.');
    expect(api.callsOf(uploadToAi)).toEqual([]);
  });

  test('Back leads to the dashboard if this is the first page visited', { tags: ['C-AI-01'] }, async () => {
    const { visitor, location } = open();
    await visitor.click(screen.getByRole('button', { name: 'Back' }));
    expect(location()).toBe('/dashboard');
  });

  test('a link shows how well each control unit is supported', async () => {
    const { visitor, location } = open();
    await visitor.click(screen.getByRole('link', { name: /^Supported ECUs and test results/ }));
    expect(location()).toBe('/supported-ecus');
  });
});

describe('the file', () => {
  test('turns the zone blue and offers Change File', { tags: ['C-AI-05', 'C-AI-06', 'C-AI-07', 'C-AI-S02'] }, () => {
    open();
    expect(zone().className).not.toContain('bg-blue-bg');
    pick();
    expect(within(zone()).getByText('golf.bin')).toBeVisible();
    expect(within(zone()).getByText('Change File')).toBeVisible();
    expect(within(zone()).queryByText('Choose File')).not.toBeInTheDocument();
    expect(zone().className).toContain('bg-blue-bg');
    expect(button()).not.toHaveAttribute('aria-disabled');
  });

  test('is the first one if several are dropped', { tags: ['C-AI-05', 'X-VAL-24'] }, async () => {
    const { visitor } = open();
    fireEvent.drop(zone(), { dataTransfer: { files: [buildFile(4, 'first.bin'), buildFile(4, 'second.bin')] } });
    expect(within(zone()).getByText('first.bin')).toBeVisible();
    await visitor.click(button());
    await screen.findByText('File Analysis');
    expect(api.callsOf(uploadToAi).map(({ file }) => file?.name)).toEqual(['first.bin']);
  });

  test.each(['picked', 'dropped'])('up to 20 MB is accepted when %s', { tags: ['C-AI-M02', 'X-ERR-65'] }, (how) => {
    open();
    const give = (file: File) =>
      how === 'picked' ? pick(file) : fireEvent.drop(zone(), { dataTransfer: { files: [file] } });
    give(buildFile(20_971_520));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(within(zone()).getByText('golf.bin')).toBeVisible();
    give(buildFile(20_971_521, 'large.bin'));
    expect(screen.getByRole('alert')).toHaveTextContent('File size should not exceed 20MB.');
    expect(within(zone()).queryByText('large.bin')).not.toBeInTheDocument();
    expect(button()).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('processing', () => {
  /** Returns a response that arrives when the test releases it. */
  function later() {
    let response = () => {};
    const responded = new Promise<void>((resolve) => {
      response = resolve;
    });
    api.use(fake(uploadToAi, () => responded.then(() => aiUpload())));
    return () => act(async () => response());
  }

  test(
    'covers the screen with 25 columns of 20 digits until the file is known',
    { tags: ['C-AI-09', 'C-AI-11', 'C-AI-S03', 'C-AI-S04', 'X-LIM-08', 'X-API-59', 'X-DTC-01'] },
    async () => {
      const response = later();
      const { visitor } = open();
      pick();
      await visitor.click(button());
      expect(screen.getByText('LOADING...')).toBeVisible();
      expect(screen.getByText('Processing...')).toBeInTheDocument();
      const columns = readTexts(document.querySelectorAll('[data-column]'));
      expect(columns).toHaveLength(25);
      expect(columns.every((digits) => /^[01]{20}$/.test(digits))).toBe(true);
      await response();
      expect(await screen.findByRole('heading', { name: 'File Analysis' })).toHaveFocus();
      expect(screen.queryByText('LOADING...')).not.toBeInTheDocument();
      expect(screen.queryByLabelText('ECU file')).not.toBeInTheDocument();
    },
  );

  test('keeps the keys of the portal from leading away', async () => {
    later();
    const screens = (
      <>
        <CustomerShell />
        <UploadAiScreen />
      </>
    );
    const { visitor, location } = renderScreen(screens, { at: '/upload-ai', path: '/upload-ai' });
    pick();
    await visitor.click(button());
    expect(screen.getByText('LOADING...')).toBeVisible();
    await visitor.keyboard('gd');
    expect(location()).toBe('/upload-ai');
    expect(screen.getByRole('dialog', { name: 'Processing...' })).toContainElement(screen.getByText('LOADING...'));
  });

  describe('with a clock', () => {
    beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] }));
    const digits = () => document.querySelector('[data-column]')?.parentElement?.textContent;
    async function firstDigits() {
      later();
      open();
      pick();
      fireEvent.click(button());
      await screen.findByText('LOADING...');
      return digits();
    }

    test('the digits change every 200 ms', { tags: ['C-AI-11', 'C-AI-Z01', 'X-LIM-08'] }, async () => {
      const first = await firstDigits();
      act(() => void vi.advanceTimersByTime(100));
      const early = digits();
      act(() => void vi.advanceTimersByTime(200));
      expect(digits()).not.toBe(first);
      expect([first, digits()]).toContain(early);
    });

    test('the digits stand still if reduced motion is requested', async () => {
      const real = window.matchMedia;
      const yes = { matches: true, addEventListener() {}, removeEventListener() {} } as unknown as MediaQueryList;
      window.matchMedia = (query) => (query.includes('prefers-reduced-motion') ? yes : real(query));
      const first = await firstDigits();
      act(() => void vi.advanceTimersByTime(1000));
      expect(digits()).toBe(first);
      window.matchMedia = real;
    });
  });

  test('can be cancelled, and the file stays chosen', async () => {
    later();
    const { visitor } = open();
    pick();
    await visitor.click(button());
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await visitor.keyboard('{Enter}');
    await waitFor(() => expect(button()).toHaveFocus());
    expect(screen.queryByText('LOADING...')).not.toBeInTheDocument();
    expect(within(zone()).getByText('golf.bin')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('a refusal is shown until the next attempt', { tags: ['C-AI-M03', 'X-ERR-66', 'X-DTC-01'] }, async () => {
    api.use(fake(uploadToAi, no(400, 'Please activate your account first. We have sent you an email.')));
    const { visitor } = open();
    pick();
    await visitor.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent('Please activate your account first.');
    expect(api.callsOf(uploadToAi)).toHaveLength(1);
    api.use(fake(uploadToAi, aiUpload()));
    await visitor.click(button());
    await screen.findByText('File Analysis');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('another failure is logged, and a quiet line shows it', { tags: ['C-AI-M04', 'X-ERR-67', 'G-32'] }, async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    api.use(fake(uploadToAi, no(500, 'no memory is left')));
    const { visitor } = open();
    pick();
    await visitor.click(button());
    expect(await screen.findByText('The file was not processed. Please try again.')).toBeVisible();
    expect(screen.queryByText(/memory/)).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(logged).toHaveBeenCalledOnce();
  });

  test('without a response it is tried three more times, visibly', { tags: ['C-AI-Z02', 'X-LIM-02'] }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    api.use(fake(uploadToAi, no(0)));
    open();
    pick();
    fireEvent.click(button());
    for (const [attempt, waitMs] of [1000, 2000, 4000].entries()) {
      expect(await screen.findByText(`Connection lost. Retrying ${attempt + 1} of 3...`)).toBeVisible();
      await act(async () => void (await vi.advanceTimersByTimeAsync(waitMs)));
    }
    await screen.findByText('The file was not processed. Please try again.');
    const sent = api.callsOf(uploadToAi);
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(logged).toHaveBeenCalledOnce();
    api.use(fake(uploadToAi, no(400, 'Please activate your account first.')));
    fireEvent.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent('Please activate your account first.');
    await act(async () => void (await vi.advanceTimersByTimeAsync(7000)));
    vi.useRealTimers();
    expect(api.callsOf(uploadToAi)).toHaveLength(5);
  });
});

describe('supported ECUs', () => {
  test(
    'are loaded with the screen and listed as maker, supplier, model; choosing one only closes the list',
    { tags: ['C-AI-10', 'X-DTC-17', 'X-LIM-07', 'X-API-61'] },
    async () => {
      const { visitor, location } = open();
      const opener = screen.getByRole('button', { name: "Check All Supported ECU's" });
      await waitFor(() => expect(opener).toBeEnabled());
      expect(api.callsOf(listEcuModels)).toHaveLength(1);
      await visitor.click(opener);
      const entries = screen.getAllByRole('menuitem');
      expect(readTexts(entries)).toEqual(['AUDI, BOSCH, EDC17CP14', 'BMW, SIEMENS, MS43']);
      // The menu is 14rem high, and the rest scrolls.
      expect(screen.getByRole('menu').className).toMatch(/\bmax-h-56\b.*\boverflow-y-auto\b/);
      await visitor.click(entries[1] as HTMLElement);
      expect(screen.queryByRole('menu')).not.toBeInTheDocument();
      expect(location()).toBe('/upload-ai');
      await visitor.click(opener);
      fireEvent.pointerDown(document.body);
      await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    },
  );
});

describe('the tutorial', () => {
  const address = 'https://media.example.com/dtc-off.mp4';

  test('is embedded small and opens large over the page', { tags: ['C-AI-03'] }, async () => {
    api.use(fake(getApplicationConfiguration, applicationConfiguration({ tutorial_video_url: address })));
    const { visitor } = open();
    const opener = await screen.findByRole('button', { name: 'Watch the tutorial' });
    expect(document.querySelector('video')).toHaveAttribute('src', address);
    await visitor.click(opener);
    expect(screen.getByRole('dialog', { name: 'Tutorial' }).querySelector('video')).toHaveAttribute('src', address);
  });

  test('its dialog meets the ARIA practices', async () => {
    api.use(fake(getApplicationConfiguration, applicationConfiguration({ tutorial_video_url: address })));
    const { visitor } = open();
    await screen.findByRole('button', { name: 'Watch the tutorial' });
    const opener = () => screen.getByRole('button', { name: 'Watch the tutorial', hidden: true });
    await expectSoundDialog({ of: 'features/dtc-off/web/upload-ai.screen.tsx', visitor, name: 'Tutorial', opener });
  });

  test(
    'without a video of the operator it is the film that comes with the product, loaded once it is opened',
    { tags: ['C-AI-03', 'G-37'] },
    async () => {
      const captions = captionsStandIn();
      const { visitor } = open();
      const opener = await screen.findByRole('button', { name: 'Watch the tutorial' });
      expect(document.querySelector('img[src="/films/tutorial.webp"]')).toHaveAttribute('loading', 'lazy');
      expect(document.querySelector('video')).toBeNull();
      await visitor.click(opener);
      const overlay = await screen.findByRole('dialog', { name: 'Tutorial' });
      expect(overlay.querySelector('video')).toHaveAttribute('src', '/films/tutorial.webm');
      expect(captions()[0]).toEqual([0, 4, 'Choose the file that was read from the control unit.']);
    },
  );
});

describe('a session from the last day', () => {
  const paid = aiSession({
    fileName: 'passat.bin.77',
    originalName: 'passat.bin',
    charged: true,
    declaredUse: 'OFF_ROAD',
    generations: [generation(3, ['P0401'])],
  });

  test('is offered with its payment, and continues without an upload', { tags: ['G-33', 'X-DTC-16'] }, async () => {
    api.use(fake(listSessions, [paid, aiSession()]));
    const { visitor } = open();
    const entry = (await screen.findByRole('button', { name: 'Continue with passat.bin' })).closest(
      'li',
    ) as HTMLElement;
    expect(within(entry).getByText('Paid: further files are free')).toBeVisible();
    expect(within(entry).getByText('1 file generated')).toBeVisible();
    const other = screen.getByRole('button', { name: 'Continue with golf.bin' }).closest('li') as HTMLElement;
    expect(within(other).queryByText(/Paid/)).not.toBeInTheDocument();
    await visitor.click(within(entry).getByRole('button'));
    expect(await screen.findByText('passat.bin')).toBeVisible();
    expect(screen.getByText('golf_DTC_OFF_3.bin')).toBeVisible();
    expect(api.callsOf(uploadToAi)).toEqual([]);
  });

  test('is listed under Paid or under Not paid yet', async () => {
    api.use(fake(listSessions, [aiSession(), paid]));
    open();
    const under = async (title: string) =>
      readTexts(
        within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement).getAllByRole(
          'button',
        ),
      );
    expect(await under('Paid')).toEqual(['Continue with passat.bin']);
    expect(await under('Not paid yet')).toEqual(['Continue with golf.bin']);
  });

  test('is not offered when nothing can be generated from its file, unless it is paid', async () => {
    const unusable = { canGenerate: false, reason: sentence('errors.analysis.no_unit') };
    const other = (name: string, fields: Partial<AiSession>) =>
      aiSession({ fileName: `${name}.1`, originalName: name, ...unusable, ...fields });
    api.use(
      fake(listSessions, [
        other('invoice.pdf', { fileident: 'PDF' }),
        other('photo.jpg', { fileident: 'JPEG image' }),
        other('unknown.bin', {}),
        other('paid.bin', { charged: true }),
        other('sums.bin', { wrongChecksums: ['CRC'] }),
      ]),
    );
    open();
    await screen.findByRole('button', { name: 'Continue with paid.bin' });
    const names = readTexts(screen.getAllByRole('button', { name: /^Continue with/ }));
    expect(names).toEqual(['Continue with paid.bin', 'Continue with sums.bin']);
  });

  test('stands below the form for the next file', async () => {
    api.use(fake(listSessions, [paid, aiSession()]));
    open();
    const first = await screen.findByRole('button', { name: 'Continue with passat.bin' });
    expect(button().compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('is listed among many with the newest only, and all on demand', async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      ...paid,
      fileName: `car${at}.bin.${at}`,
      originalName: `car${at}.bin`,
    }));
    api.use(fake(listSessions, [...many, aiSession()]));
    const { visitor } = open();
    const names = () => readTexts(screen.getAllByRole('button', { name: /^Continue with/ }));
    await screen.findByRole('button', { name: 'Continue with car0.bin' });
    expect(names()).toEqual([...[0, 1, 2].map((at) => `Continue with car${at}.bin`), 'Continue with golf.bin']);
    await visitor.click(screen.getByRole('button', { name: 'Show all 60' }));
    expect(names()).toHaveLength(61);
    expect(screen.queryByRole('button', { name: /^Show all/ })).not.toBeInTheDocument();
  });

  test('shows whether it is paid, and until when it is free, instead of the warning, which would be false now', async () => {
    const tomorrow = beginOfDay(formatShopDay(new Date()), 1);
    const expiresAt = new Date(tomorrow.getTime() + (14 * 60 + 5) * 60_000).toISOString();
    api.use(fake(listSessions, [{ ...paid, expiresAt }, aiSession({ expiresAt })]));
    const { visitor } = open();
    await visitor.click(await screen.findByRole('button', { name: 'Continue with passat.bin' }));
    expect(
      await screen.findByText('This file is paid: free until 14:05 tomorrow, also after a refresh.'),
    ).toBeVisible();
    expect(screen.queryByText(/a refresh costs extra AI credits/)).not.toBeInTheDocument();
    await visitor.click(screen.getByRole('button', { name: 'Another file' }));
    expect(screen.queryByText(/also after a refresh/)).not.toBeInTheDocument();
    expect(screen.getByText(/a refresh costs extra AI credits/)).toBeVisible();
    await visitor.click(await screen.findByRole('button', { name: 'Continue with golf.bin' }));
    expect(
      await screen.findByText('This file is not paid yet. It stays open until 14:05 tomorrow, also after a refresh.'),
    ).toBeVisible();
  });

  test('requests the codes with its own handle', { tags: ['X-API-60'] }, async () => {
    api.use(fake(listSessions, [paid]), fake(getDtcs, no(500)));
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { visitor } = open();
    await visitor.click(await screen.findByRole('button', { name: 'Continue with passat.bin' }));
    await visitor.click(screen.getByRole('button', { name: "Check DTC's" }));
    await waitFor(() =>
      expect(api.callsOf(getDtcs)[0]?.input).toMatchObject({ file_name: 'passat.bin.77', ecu_id: 'BOSCH_EDC16' }),
    );
  });

  test('makes the browser ask before leaving while a file is open, not afterwards', { tags: ['G-33'] }, async () => {
    const { visitor } = open();
    const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(isAsked()).toBe(false);
    pick();
    await visitor.click(button());
    await screen.findByText('File Analysis');
    expect(isAsked()).toBe(true);
    await visitor.click(screen.getByRole('button', { name: 'Another file' }));
    expect(isAsked()).toBe(false);
    expect(screen.getByLabelText('ECU file')).toBeInTheDocument();
  });
});
