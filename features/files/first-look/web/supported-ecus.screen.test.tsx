import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { renderScreen } from '../../../../web/testing/render-screen.tsx';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { getCoverage, type Coverage } from '../../../dtc-off/coverage.calls.ts';
import SupportedEcusScreen from './supported-ecus.screen.tsx';

const family = (name: string, fields: Partial<Coverage['families'][number]> = {}): Coverage['families'][number] => ({
  family: name,
  maker: 'Bosch',
  models: [name.toUpperCase()],
  does: 'SWITCHES_OFF',
  correctsChecksums: true,
  files: 24,
  listed: 23,
  switchable: 22,
  roundTrips: 440,
  roundTripsRight: 440,
  passRate: 1,
  ...fields,
});

const COVERAGE: Coverage = {
  measuredOn: '2026-11-21',
  families: [
    family('digifant', {
      maker: 'Siemens',
      does: 'IDENTIFIES',
      correctsChecksums: false,
      files: 4,
      roundTrips: 0,
      roundTripsRight: 0,
      passRate: null,
    }),
    family('edc16'),
    family('me7', { roundTrips: 3000, roundTripsRight: 2999, passRate: 2999 / 3000 }),
  ],
};

function open(response: Coverage | ReturnType<typeof no> = COVERAGE) {
  installFakeApi(fake(getCoverage, response), fake(getApplicationConfiguration, applicationConfiguration()));
  return renderScreen(<SupportedEcusScreen />, { at: '/supported-ecus', user: null });
}

const findRow = (model: string) => screen.getByText(model).closest('tr') as HTMLElement;

test('anyone sees what each family can do and its measured results, and no figure is rounded up', async () => {
  open();
  await screen.findByText('EDC16');
  expect(within(findRow('EDC16')).getByText('switches codes off')).toBeVisible();
  expect(within(findRow('EDC16')).getByText('100%')).toBeVisible();
  expect(within(findRow('EDC16')).getByText('440 of 440')).toBeVisible();
  expect(within(findRow('ME7')).getByText('99.9%')).toBeVisible();
  expect(within(findRow('DIGIFANT')).getByText('not measured')).toBeVisible();
  expect(within(findRow('DIGIFANT')).getByText('identifies')).toBeVisible();
  expect(within(findRow('DIGIFANT')).getByText('not corrected')).toBeVisible();
  expect(screen.getByText(/^Measured on real files on/).parentElement).toHaveTextContent('2026');
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/');
});

test('a search finds a maker or a model', async () => {
  const { visitor } = open({ ...COVERAGE, families: [...COVERAGE.families, family('med9', { models: ['MED9.1'] })] });
  await screen.findByText('EDC16');
  const search = screen.getByPlaceholderText('Search by maker or model...');
  await visitor.type(search, 'siem');
  expect(screen.getByText('DIGIFANT')).toBeVisible();
  expect(screen.queryByText('EDC16')).not.toBeInTheDocument();
  await visitor.clear(search);
  await visitor.type(search, '9.1');
  expect(screen.getByText('MED9.1')).toBeVisible();
  expect(screen.queryByText('DIGIFANT')).not.toBeInTheDocument();
  expect(screen.queryByText('EDC16')).not.toBeInTheDocument();
});

test('a list that cannot be loaded can be requested again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  open(no(500));
  expect(await screen.findByText('Could not load.', undefined)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
