/** The vehicle of a file, in words: "Audi S3 1.8 T 2001". */
export const vehicleText = ({ brand, ecu, generation }: { brand: string; ecu: string; generation: string }): string =>
  [brand, ecu, generation].join(' ');
