import type { Image } from '../../image.ts';

/** Start of the calibration of a BMW unit by Siemens: its name, and the name of the file it was delivered in. */
export type BmwCalibration = { fileNameAt: number; fileName: string; nameAt: number; name: string };

// Measured: two names of eight characters, a longer one three times, then a file name such as `CA4DCI8A.DAT`.
const nameField = 16;
const nameLengths = [16, 17];
const fileNameLength = 12;

export function bmwCalibrationAt(image: Image, at: number): BmwCalibration | null {
  if (image.ascii(at, nameField) === null) return null;
  for (const length of nameLengths) {
    const nameAt = at + nameField;
    const name = image.ascii(nameAt, length);
    if (name === null || !/^[A-Z0-9]+$/.test(name) || image.ascii(nameAt, length * 3) !== name.repeat(3)) continue;
    // In newer ones, one byte stands between the names and the file name.
    for (const fileNameAt of [nameAt + length * 3, nameAt + length * 3 + 1]) {
      const fileName = image.ascii(fileNameAt, fileNameLength);
      if (fileName !== null && /^ca[A-Z0-9]{6}\.DAT$/i.test(fileName)) return { fileNameAt, fileName, nameAt, name };
    }
  }
  return null;
}

/** Returns Siemens' own hardware number at this offset. */
export function siemensHardwareNumberAt(image: Image, at: number): { value: string; at: number } | null {
  const value = image.ascii(at, 8);
  return value !== null && /^5WK9\d{4}$/.test(value) ? { value, at } : null;
}
