import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MakeMark, SupplierMark, markKey, monogram, supplierColour } from './mark.tsx';

test.each([
  ['a brand', <MakeMark key="make" name="Volkswagen" />, 35],
  ['a supplier', <SupplierMark key="supplier" name="Bosch" />, 28],
])('the mark of %s is drawn at its size', { tags: ['X-LIM-06'] }, async (_of, mark, size) => {
  const { container } = render(mark);
  const drawing = await waitFor(() => {
    const found = container.querySelector('svg');
    expect(found).not.toBeNull();
    return found;
  });
  expect([drawing?.getAttribute('width'), drawing?.getAttribute('height')]).toEqual([String(size), String(size)]);
});

test.each([
  ['VW', 'VOLKSWAGEN'],
  ['VAG', 'VOLKSWAGEN'],
  ['Volkswagen', 'VOLKSWAGEN'],
  ['Volkswagen Group', 'VOLKSWAGEN'],
  ['MB', 'MERCEDESBENZ'],
  ['Mercedes-Benz', 'MERCEDESBENZ'],
  ['alfa romeo', 'ALFAROMEO'],
  ['Škoda', 'SKODA'],
  ['Citroën', 'CITROEN'],
  ['Magneti Marelli', 'MAGNETIMARELLI'],
])('%s uses the mark %s', { tags: ['C-ANA-01', 'X-DTC-19'] }, (name, key) => expect(markKey(name)).toBe(key));

test.each([
  ['MERCEDES', 'MB'],
  ['Alfa Romeo', 'AR'],
  ['Peugeot', 'PE'],
  ['Magneti Marelli', 'MM'],
  ['', ''],
])('without a mark, %s is shown as %s', { tags: ['C-ANA-01'] }, (name, initials) =>
  expect(monogram(name)).toBe(initials),
);

test('each of the nine suppliers has its own colour, and others have none', { tags: ['C-ANA-02', 'X-DTC-18'] }, () => {
  const nine = 'BOSCH SIEMENS DELPHI DENSO CONTINENTAL MAGNETIMARELLI HITACHI VALEO MITSUBISHI'.split(' ');
  const colours = nine.map(supplierColour);
  expect(colours.every((colour) => /^#[0-9A-F]{6}$/.test(colour ?? ''))).toBe(true);
  expect(new Set(colours).size).toBe(9);
  expect(supplierColour('Magneti Marelli')).toBe(supplierColour('MAGNETIMARELLI'));
  expect(supplierColour('Keihin')).toBeNull();
});
