import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { continueSession } from '../../../web/testing/continue-session.tsx';
import { installCompareWorker } from '../../../web/testing/compare-worker.ts';
import { aiSession, generation } from '../../../web/testing/ecu-examples.ts';
import { fake, fakeFile, installFakeApi, type FakeApi } from '../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../web/testing/render-screen.tsx';
import { setScreenWidth } from '../../../web/testing/setup.ts';
import { listSessions, switchDtcsOff } from '../dtc-off.calls.ts';
import { downloadProofPage } from '../proof.calls.ts';
import UploadAiScreen from './upload-ai.screen.tsx';
import { buildDtcRow } from '../dtc-row.factory.ts';
import { fakeEcuCalls } from '../../../web/testing/ecu-calls.ts';
import { readTexts } from '../../../web/testing/table-cells.ts';

let api: FakeApi;
let saved: string[];

beforeEach(() => {
  api = installFakeApi(
    ...fakeEcuCalls([buildDtcRow('P0520'), buildDtcRow('P0530')]),
    fake(downloadProofPage, ({ id }) => fakeFile(`proof-${id}.html`, new Uint8Array([1]))),
    fake(listSessions, [aiSession()]),
  );
  saved = installCompareWorker();
});
afterEach(() => setScreenWidth(1366));

async function openFile() {
  return continueSession();
}

async function openTable() {
  const shown = await openFile();
  await shown.visitor.click(screen.getByRole('button', { name: "Check DTC's" }));
  await screen.findByRole('switch', { name: 'P0520' });
  return shown;
}

async function make() {
  const shown = await openTable();
  await shown.visitor.click(screen.getByRole('switch', { name: 'P0520' }));
  await shown.visitor.click(screen.getByRole('button', { name: 'Generate (DTC OFF) File' }));
  await screen.findByText('Bytes changed: 1, in 1 region');
  return shown;
}

const steps = () =>
  within(screen.getByRole('region', { name: 'Steps' })).getAllByRole('heading', {
    level: 2,
    name: /, (done|current step|not yet)/,
  });
const currentStep = () => steps().find((step) => step.getAttribute('aria-current') === 'step')?.textContent;
const line = (name: RegExp) => screen.getByRole('button', { name });

describe('the three steps', () => {
  test('are shown from the beginning, starting with the file', async () => {
    renderScreen(<UploadAiScreen />, { at: '/upload-ai', path: '/upload-ai' });
    await screen.findByRole('button', { name: /^Continue with/ });
    expect(readTexts(steps())).toEqual(['1File, current step', '2Codes, not yet', '3Result, not yet']);
  });

  test('once the codes are shown, the file collapses to one line that can be opened again', async () => {
    const { visitor } = await openTable();
    expect(currentStep()).toMatch(/^2Codes, current step0 of 2/);
    expect(screen.queryByRole('heading', { name: 'File Analysis' })).not.toBeInTheDocument();
    const file = line(/^File, done/);
    expect(file).toHaveTextContent('Volkswagen Bosch EDC16U34');
    expect(file).toHaveAttribute('aria-expanded', 'false');
    await visitor.click(file);
    expect(screen.getByRole('heading', { name: 'File Analysis' })).toBeVisible();
    expect(screen.getByRole('switch', { name: 'P0520' })).toBeVisible();
    await visitor.click(file);
    expect(screen.queryByRole('heading', { name: 'File Analysis' })).not.toBeInTheDocument();
  });

  test('on a desktop the result is shown beside the codes, and a new selection makes the codes current again', async () => {
    const { visitor } = await make();
    expect(currentStep()).toMatch(/^3Result/);
    expect(screen.getByRole('heading', { name: 'golf_DTC_OFF.bin is ready' })).toBeVisible();
    await visitor.click(screen.getByRole('switch', { name: 'P0530' }));
    expect(currentStep()).toMatch(/^2Codes, current step2 of 2/);
  });

  test('the result stays current for a code that takes another one along', async () => {
    const together = [['P0616', 'P0617'] as const, ['P0617', 'P0616'] as const].map(([code, other]) =>
      buildDtcRow(code, { shared_with: [other], entries: [8] }),
    );
    api.use(...fakeEcuCalls([buildDtcRow('P0520'), ...together]), fake(listSessions, [aiSession()]));
    const { visitor } = await openTable();
    await visitor.click(screen.getByRole('switch', { name: 'P0616' }));
    await visitor.click(screen.getByRole('button', { name: 'Generate (DTC OFF) File' }));
    await screen.findByText('Bytes changed: 1, in 1 region');
    expect(currentStep()).toMatch(/^3Result/);
  });

  test('on a phone the codes collapse for the result, which gets the focus, and open again above it', async () => {
    setScreenWidth(360);
    const { visitor } = await make();
    expect(screen.getByRole('heading', { name: 'golf_DTC_OFF.bin is ready' })).toHaveFocus();
    expect(screen.queryByRole('switch', { name: 'P0520' })).not.toBeInTheDocument();
    await visitor.click(line(/^Codes, done/));
    const codes = screen.getByRole('switch', { name: 'P0520' });
    const result = screen.getByRole('heading', { name: 'What changed' });
    expect(codes.compareDocumentPosition(result) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  test('another file starts at the first step again', async () => {
    const { visitor } = await openTable();
    await visitor.click(line(/^File, done/));
    await visitor.click(screen.getByRole('button', { name: 'Another file' }));
    expect(await screen.findByRole('button', { name: 'Process File' })).toBeVisible();
    expect(currentStep()).toMatch(/^1File, current step/);
  });
});

describe('the finished file', () => {
  test('is saved again without another request, and its proof is one click away', async () => {
    const made = { ...generation(7, ['P0520']), file_name: 'golf_DTC_OFF.bin' };
    const { visitor } = await openTable();
    api.use(fake(listSessions, [aiSession({ generations: [made], charged: true })]));
    await visitor.click(screen.getByRole('switch', { name: 'P0520' }));
    await visitor.click(screen.getByRole('button', { name: 'Generate (DTC OFF) File' }));
    const panel = await screen.findByRole('region', { name: 'Result' });
    await visitor.click(within(panel).getByRole('button', { name: 'Download' }));
    expect(saved).toEqual(['golf_DTC_OFF.bin', 'golf_DTC_OFF.bin']);
    expect(api.callsOf(switchDtcsOff)).toHaveLength(1);
    await visitor.click(await within(panel).findByRole('button', { name: 'Proof' }));
    await waitFor(() => expect(saved.at(-1)).toBe('proof-7.html'));
  });

  test('warns of a change that belongs to nothing that was chosen', async () => {
    await make();
    expect(await screen.findByText('Not every change is explained; see below.')).toBeVisible();
  });
});
