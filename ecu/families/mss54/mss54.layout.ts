export const layout = {
  sizes: [0x8000, 0x10000, 0x40000, 0x80000, 0x100000],
  // The boot area's facts about the control unit: measured on six dumps, of one processor or of both.
  processorStarts: [0, 0x40000, 0x80000],
  chipBootAt: 0x5d02,
  chipHardwareAt: 0x5d32,
  // Every processor has one page of data that ends with the addresses of its name and of its checksum: measured.
  pageLength: 0x4000,
  addressesField: 0x3fb0,
  nameField: 0x3fb8,
  checksumField: 0x3ffc,
  /** Addresses in the processors' memory, in which the page is at 0x48000 (MSS54) or 0x88000 (MSS54HP). */
  nameAddresses: [0x4bfb8, 0x8bfb8],
  checksumAddresses: [0x4bffc, 0x8bffc],
  nameLength: 16,
  programNumberLength: 12,
  /** The checksum first covers the page after the data. Partial reads of the MSS54 leave that page out. */
  erasedPage: 0xff,
  withoutNextPageSize: 0x8000,
  // Records of 14 bytes: saildot4k/MSS54-XDFs (facts only); the empty first one and what precedes it: measured.
  recordLength: 14,
  beforeRecords: [0x00, 0x01, 0x01, 0x01],
  betweenLengths: [0, 2],
  emptyRecord: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff],
  /** The content of a record without a number of its own, and what the public definitions write to switch one off. */
  unusedRecord: [0x00, 0x28, 0x28, 0x03, 0x02, 0x03, 0x02, 0x00, 0x01, 0x02, 0x03, 0x28, 0x00, 0xff],
  lastByteField: 13,
  lastByte: 0xff,
  /** At least this many records have their number or equal an unused record: zeros prove nothing. */
  minNumbers: 16,
  // The number of each record, 00 where there is none. The same in all 22 dumps that could be compared.
  masterNumbers:
    '83 84 85 86 87 8D 8E 8F 69 02 1D 9B 96 6A 09 46 45 47 2A 0E 98 56 88 4F 89 8A 8B 8C 9F A0 A1 A2 ' +
    '4C A3 14 4D 4E 49 6B 3A 3B 30 29 39 6C 6D 08 0B 4A 4B 53 54 AC 51 6F 70 71 72 73 74 75 76 77 78 ' +
    '79 13 3F AA AB 52 AD 80 81 DE DF E0 E1 E2 E3 E4 E5 E6 E7 C3 E9 68 99 9A DD 3C 3D 55 2D 2C 31 38 ' +
    '3E 40 A4 A5 A6 A7 A8 A9 92 93 94 00 00 00 00 63 00 00 00 FC FD FE FF BA BB BC BD BE BF C0 C1',
  slaveNumbers:
    '35 82 10 9C 9D 2B 1E 01 7A 36 7E 0D 0C 24 41 90 91 7B 07 0A 43 48 16 15 7C 7D 6E 7F 2E 2F 06 42 ' +
    '03 05 04 21 1F 20 22 23 50 9E 1B AE AF B0 B1 B2 B3 B4 B5 1C 12 57 58 25 26 27 28 97 5A 5B 5C 5D ' +
    'B6 B7 64 65 66 67 B8 B9 19 17 18 32 34 33 37 1A C2 E8 C4 C5 C6 C7 C8 C9 CA CB CC CD CE CF D0 D1 ' +
    'D2 D3 D4 D5 D6 D7 D8 D9 DA DB DC 95 0F 11 44 59 5E 5F 60 61 62 F7 00 00 00 00 00 F8 F9 FA FB',
};
