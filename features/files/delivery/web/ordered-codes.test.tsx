import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { buildDtcRow } from '../../../dtc-off/dtc-row.factory.ts';
import { buildFileRecord } from '../../files.factory.ts';
import { createProposal, getOrder } from '../proposals.calls.ts';
import OrderedCodes from './ordered-codes.tsx';

const ROW = buildDtcRow('P0401', { emission: true, emission_reason: 'egr' });

test('staff who switch emission codes off declare the use themselves, and nothing is said in the customer’s name', async () => {
  const api = installFakeApi(
    fake(getOrder, {
      rows: [ROW],
      switchable: ['P0401'],
      missing: [],
      canGenerate: true,
      reason: null,
      warnings: [],
      wrongChecksums: [],
      proposal: null,
    }),
    fake(createProposal, no(400, 'Not now.')),
  );
  const file = buildFileRecord({ status: 'IN_PROGRESS', feasible: null });
  const { visitor } = renderScreen(<OrderedCodes file={file} acknowledge={() => () => undefined} />, {
    user: ADMINISTRATOR,
  });
  await visitor.selectOptions(await screen.findByLabelText(/^I declare that it is for/), 'TEST_BENCH');
  expect(screen.queryByText(/customer declares/i)).not.toBeInTheDocument();
  await visitor.click(screen.getByRole('button', { name: 'Switch the ordered codes off' }));
  await waitFor(() => expect(api.callsOf(createProposal)[0]?.input).toMatchObject({ declared_use: 'TEST_BENCH' }));
});
