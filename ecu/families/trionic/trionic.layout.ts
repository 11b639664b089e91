/** The fact in each type of record; the types are named as in mattiasclaesson/TuningSuites (facts only). */
type RecordFacts = { [type: number]: 'hardwareNumber' | 'softwareNumber' | 'partNumber' | 'softwareId' | 'engine' };

/** All measured on the dumps of TuningSuites: 80 of Trionic 5, 261 of Trionic 7 and 73 of Trionic 8. */
export const layout = {
  // Records follow each other from the end of the memory towards its start, and each is spelled in that direction, too.
  maxRecords: 32,
  maxRecordLength: 0x20,
  memories: [
    {
      model: 'Trionic 5',
      sizes: [0x20000, 0x40000],
      stack: 0xfffff7fc,
      /** The sum of the memory follows the list. */
      endField: 4,
      firstTypes: [0x01, 0x02, 0x03, 0x04],
      facts: { 0x01: 'partNumber', 0x02: 'softwareNumber', 0x03: 'softwareId', 0x04: 'engine' } as RecordFacts,
    },
    {
      model: 'Trionic 7',
      sizes: [0x80000],
      stack: 0xffffeffc,
      endField: 0,
      firstTypes: [0x91, 0x94, 0x95, 0x97],
      facts: { 0x91: 'hardwareNumber', 0x94: 'softwareNumber', 0x95: 'softwareId', 0x97: 'engine' } as RecordFacts,
    },
  ],
  // Trionic 8: a small file system in two copies. Its second entry is a text that begins with the number.
  largeBytes: 0x100000,
  fileSystemsAt: [0x4000, 0x6000],
  fileSystemName: 'MFS*',
  entryField: 0x0e,
  entryMark: 0x442a0200,
  pointerField: 0x12,
  numberLength: 8,
};

export type Memory = (typeof layout.memories)[number];
