export const layout = {
  /** ME7Sum calls this block ROMSYS. Both bounds are the same in every Volkswagen group dump measured. */
  boundsAt: 0x8000,
  bounds: [
    { field: 0x20, value: 0x00818000 },
    { field: 0x28, value: 0x0080FC00 },
    { field: 0x30, value: 0x00810000 },
    { field: 0x34, value: 0x0081FFFE },
  ],
  /** Measured: 0x10004 to 0x14302; Volvo 0x11850 to 0x138E0. */
  variantWindow: { at: 0x10000, end: 0x20000 },
  datasetFieldIndex: 7,
  /** Measured: 0x143C0 to 0x18400. */
  numbersWindow: { at: 0x14000, end: 0x20000 },
  /** Measured: 0x110F9 to 0x1579F. */
  partNumberWindow: { at: 0x10000, end: 0x18000 },
  volvoText: 'Vatlab VOLVO ID.',
  /** Measured: 0x1866A to 0x1897F. */
  volvoTextWindow: { at: 0x18000, end: 0x1A000 },
};
