const KB = 0x400;

/** Sizes of memory chips, and of the flash of processors, from 16 KB to 8 MB. */
export const CHIP_SIZES: readonly number[] = [
  16, 32, 64, 128, 256, 512, 1024, 1536, 2048, 2560, 3072, 4096, 6144, 8192,
].map((size) => size * KB);
