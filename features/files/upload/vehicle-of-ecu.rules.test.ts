import { expect, test } from 'vitest';
import { vehicleOfEcu } from './vehicle-of-ecu.rules.ts';

const findFuel = (maker: string, model: string | null) =>
  vehicleOfEcu({ vehicleManufacturer: null, maker, model }).petrol_type;

test('the fuel is filled in only where the name of the control unit says it', () => {
  expect(findFuel('Bosch', 'EDC16U34')).toBe('DIESEL');
  expect(findFuel('Bosch', 'MED17.5')).toBe('GASOLINE');
  expect(findFuel('Bosch', 'ME7.5')).toBe('GASOLINE');
  expect(findFuel('Bosch', null)).toBe('');
  // One Siemens name stands for both.
  expect(findFuel('Siemens', 'Simos')).toBe('');
  expect(findFuel('Magneti Marelli', 'MED')).toBe('');
});
