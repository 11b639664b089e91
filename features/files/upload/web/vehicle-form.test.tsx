import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { fake, installFakeApi } from '../../../../web/testing/fake-api.ts';
import { buildFileRecord } from '../../files.factory.ts';
import { renderScreen } from '../../../../web/testing/render-screen.tsx';
import { listSolutions } from '../../../catalogue/catalogue.calls.ts';
import { getApplicationConfiguration } from '../../../shop/settings.calls.ts';
import { FILE_FIELD_NAMES, mapFileFields } from '../../file-fields.ts';
import { FIELD_VALUES } from '../field-values.ts';
import { FILE_FIELD_LABELS } from '../../file-field-labels.ts';
import { OrderCard, VehicleFacts } from '../../web/file-facts.tsx';
import UploadScreen from './upload.screen.tsx';
import { readTexts } from '../../../../web/testing/table-cells.ts';

test('the form has a control for every field, in order', async () => {
  installFakeApi(fake(listSolutions, []), fake(getApplicationConfiguration, applicationConfiguration()));
  renderScreen(<UploadScreen />);
  await screen.findByRole('combobox', { name: /^Brand/ });
  const controls = FILE_FIELD_NAMES.map((name) => {
    const label = new RegExp(`^${FILE_FIELD_LABELS[name].form.en}`);
    return screen.queryByRole('textbox', { name: label }) ?? screen.getByRole('combobox', { name: label });
  });
  const inOrder = controls.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  expect(controls).toEqual(inOrder);
});

test('the page of a file shows every field once', () => {
  const given = mapFileFields((name, { isTranslated }) =>
    isTranslated ? (FIELD_VALUES[name]?.at(-1) ?? name) : `the ${name}`,
  );
  const file = buildFileRecord(given);
  renderScreen(
    <>
      <VehicleFacts file={file} />
      <OrderCard file={file} />
    </>,
  );
  const labels = readTexts(screen.getAllByRole('term'));
  for (const name of FILE_FIELD_NAMES) {
    const { form, card } = FILE_FIELD_LABELS[name];
    expect(labels.filter((label) => label === (card ?? form).en)).toHaveLength(1);
    expect(screen.getByText(given[name])).toBeInTheDocument();
  }
});
