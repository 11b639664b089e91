/** What a file is of, as people say it: "Audi S3 1.8 T 2001". */
export const vehicleText = ({ brand, ecu, generation }: { brand: string; ecu: string; generation: string }): string =>
  [brand, ecu, generation].join(' ');
