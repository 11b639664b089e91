const KB = 0x400;

/** Sizes of memory chips, and of the flash of processors, from 16 KB to 8 MB. */
export const CHIP_SIZES: readonly number[] = [
  16, 32, 64, 128, 256, 512, 1024, 1536, 2048, 2560, 3072, 4096, 6144, 8192,
].map((size) => size * KB);

/** Whether a read of this size is one of the whole memory, or of a part that tools read on its own. */
export const isReadSize = (sizeBytes: number, family: { readSizes?: readonly number[] } | null): boolean =>
  (family?.readSizes ?? CHIP_SIZES).includes(sizeBytes);

/** Sizes of the memories that tools read along with a program: EEPROMs, and the data flash of processors. */
export const DATA_MEMORY_SIZES: readonly number[] = [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 192].map((size) => size * KB);
