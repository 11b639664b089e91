export const layout = {
  // Measured: MS43 (C167, 512 KB, and its calibration alone) and MSV70 (MPC5xx, 2 MB).
  places: [
    { sizeBytes: 0x80000, calibrationAt: 0x70000, hardwareNumberAt: 0x3f80, partNumberAt: 0x6fe80, isPowerPc: false },
    { sizeBytes: 0x10000, calibrationAt: 0, hardwareNumberAt: null, partNumberAt: null, isPowerPc: false },
    { sizeBytes: 0x200000, calibrationAt: 0x40000, hardwareNumberAt: 0x4300, partNumberAt: null, isPowerPc: true },
  ],
  /** An MPC5xx starts with a branch. */
  powerPcBranch: 0x48,
  /** Offset of the model, after the hardware number. */
  modelField: 0x14,
  partNumberLength: 7,
  partNumberCopies: 4,
  /** ca430056.DAT: BMW calls this program MS430056. */
  programField: 2,
  programLength: 6,
  newProgramLength: 12,
  newCallNameField: 7,
};
