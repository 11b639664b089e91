/** One entry of the private collection's manifest. Its values come from other tools and are not certified. */
export interface Dump {
  file: string;
  /** The family's name in the collection. */
  family: string;
  size: number;
  found_as: string;
  source: string;
  ident?: { hw?: string[]; sw?: string[]; oem_pn?: string[] };
  openremap?: { sw?: string | null; hw?: string | null; pn?: string | null };
}

/** Our families that a family name of the collection may stand for. An unlisted name may stand for any. */
const ALLOWED: [RegExp, readonly string[]][] = [
  [/^EDC15/, ['edc15', 'edc15c']],
  [/^EDC16/, ['edc16']],
  [/^EDC17/, ['edc17']],
  [/^MED17/, ['med17', 'mevd17', 'edc17']],
  [/^ME7 \(Volvo\)/, ['me7', 'volvo-me7', 'me7-volvo']],
  // The turbo engine shared by PSA and BMW has a MED17; the collection files it under ME7.
  [/^(ME7|MED7)/, ['me7', 'bmw-me7', 'med7', 'medc17', 'med17']],
  [/^MED9/, ['med9', 'me9']],
  [/^EDC1$/, ['edc1']],
  [/^EDC3/, ['edc3']],
  // The collection files the V6 units of the same years under P01.
  [/^GM P01/, ['gm-p01', 'gm-p04']],
  [/^BMW MSS54/, ['mss54']],
  [/^Denso SH7/, ['denso-sh']],
  [/^Siemens MSD80/, ['msd80']],
  [/^PPD1\.\d/, ['ppd1']],
  // A SID803 dump that includes every chip is filed under both names.
  [/^(SID803|PPD1\/SID)/, ['sid803']],
  [/^Continental SID307/, ['sid3']],
  [/^SID801/, ['sid801']],
  [/^Mitsubishi Evo8/, ['mitsubishi-sh']],
  [/^GM E54/, ['gm-e54']],
  [/^GMPT-E15/, ['gmpt-e15']],
  [/^Delphi CRD/, ['delphi-crd']],
  [/^Delphi DCM3/, ['dcm35']],
  [/^Saab Trionic/, ['trionic']],
  [/^Subaru Denso/, ['denso-sh']],
  [/^Nissan\/Infiniti/, ['nissan-sh']],
  [/^Honda\/Acura car/, ['honda-car']],
  [/^Honda (motorcycle|scooter)/, ['honda-motorcycle']],
  [/^Suzuki motorcycle/, ['suzuki-motorcycle']],
  [/^Ford Australia/, ['ford-eec']],
  [/^Lotus T6/, ['lotus-t6']],
  [/^BMW GS20/, ['gs20']],
];

/** Whether the collection's name stands for another family than ours. */
export function contradicts({ family }: Dump, familyId: string): boolean {
  if (/^(container|not-raw):/.test(family)) return true;
  const allowed = ALLOWED.find(([pattern]) => pattern.test(family))?.[1];
  return allowed !== undefined && !allowed.includes(familyId);
}

export type KnownNumbers = Record<'hardwareNumber' | 'softwareNumber' | 'partNumber', string[]>;

/**
 * Collects values from the file's name and from other readers. Names sometimes contain several numbers, and are
 * sometimes wrong.
 */
export function knownNumbers(dump: Dump): KnownNumbers {
  const [named, read] = [namedNumbers(dump), readNumbers(dump)];
  const both = (name: keyof KnownNumbers) => [...named[name], ...read[name]];
  return {
    hardwareNumber: both('hardwareNumber'),
    softwareNumber: both('softwareNumber'),
    partNumber: both('partNumber'),
  };
}

function namedNumbers({ found_as, source }: Dump): KnownNumbers {
  const names = `${found_as} ${source.split('/').at(-1) ?? ''}`.toUpperCase();
  const named = (pattern: RegExp) => names.match(pattern) ?? [];
  return {
    hardwareNumber: named(/(?<!\d)(0281\d{6}|0261[0-9S]\d{5})(?!\d)/g),
    softwareNumber: [
      ...named(/(?<!\d)((?:103[79]|1277)\d{6})(?!\d)/g),
      // Files of Nissan and of Suzuki's motorcycles are called after their program.
      ...named(/(?<![0-9A-Z])(?:[0-9A-Z]{2}\d[0-9A-Z]{2}(?=\.BIN)|DJ[0-9A-Z]{2}SE\d{2})/g),
    ],
    partNumber: [
      ...named(/(?<![0-9A-Z])[0-9][0-9A-Z]{2}90[67]\d{3}[A-Z]{0,2}(?![0-9A-Z])/g),
      ...named(/(?<!\d)37805-[0-9A-Z]{3}-[0-9A-Z]{4}/g),
    ],
  };
}

/** Values that other readers have found in the bytes. */
export function readNumbers({ ident, openremap }: Dump): KnownNumbers {
  const present = (values: (string | null | undefined)[] = []) => values.filter((value) => typeof value === 'string');
  return {
    hardwareNumber: [...present(ident?.hw), ...present([openremap?.hw])],
    softwareNumber: [...present(ident?.sw), ...present([openremap?.sw])],
    partNumber: [...present(ident?.oem_pn), ...present([openremap?.pn])],
  };
}
