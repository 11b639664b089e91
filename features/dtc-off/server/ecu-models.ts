import { readFileSync } from 'node:fs';
import type { Coverage, EcuModel } from '../coverage.calls.ts';
import { ECU_MODELS, spellEcuId } from '../ecu-models.ts';

/** The families of the library, written by `npm run generate`: the server reads no file with them, its threads do. */
const FAMILIES = new URL('../families.generated.json', import.meta.url);

export interface NamedFamily {
  id: string;
  maker: string;
  models: string[];
  correctsChecksums: boolean;
}

/** The machine-readable form of docs/measurements.md, written by `npm run bench -- ecu --write`. */
const MEASURED = new URL('../../../docs/measurements.ecu.json', import.meta.url);

/** Results of the bench for one family. */
export interface BenchRow {
  family: string;
  files: number;
  numbersWrong: number;
  tables: number;
  switchable: number;
  roundTrips: number;
  roundTripsRefused: number;
  wrongWrites: number;
}

export interface Bench {
  date: string;
  families: readonly BenchRow[];
}

/** A wrong number or a wrong byte fails the bench, and the family is not listed as supported. */
const hasPassed = ({ files, numbersWrong, wrongWrites }: BenchRow) =>
  files > 0 && numbersWrong === 0 && wrongWrites === 0;

const measured = ({ files, tables, switchable, roundTrips, roundTripsRefused, wrongWrites }: BenchRow) => {
  const tried = roundTrips + roundTripsRefused + wrongWrites;
  return {
    files,
    listed: tables,
    switchable,
    roundTrips: tried,
    roundTripsRight: roundTrips,
    passRate: tried === 0 ? null : roundTrips / tried,
  };
};

/**
 * Lists the supported models: those of families whose real files passed the whole round trip (switched off, corrected
 * and read again) every time.
 */
export function listModels({ families: rows }: Bench, among: readonly NamedFamily[]): EcuModel[] {
  return ECU_MODELS.flatMap(({ family: id, cars }) => {
    const family = among.find((one) => one.id === id);
    const row = rows.find((one) => one.family === id);
    if (family === undefined || row === undefined || !hasPassed(row) || row.roundTrips === 0) return [];
    const { passRate } = measured(row);
    const ecuman = family.maker.toUpperCase();
    return Object.entries(cars).flatMap(([man, models]) =>
      models.map((model) => ({ man, ecuman, model, ecuValue: spellEcuId(family.maker, model), passRate })),
    );
  }).sort((one, other) =>
    compareTexts(`${one.man} ${one.ecuman} ${one.model}`, `${other.man} ${other.ecuman} ${other.model}`),
  );
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

export function listCoverage({ date, families: rows }: Bench, among: readonly NamedFamily[]): Coverage {
  return {
    measuredOn: date,
    families: among.flatMap((family) => {
      const row = rows.find((one) => one.family === family.id);
      if (row === undefined || !hasPassed(row)) return [];
      return [
        {
          family: family.id,
          maker: family.maker,
          models: family.models,
          does:
            row.switchable > 0
              ? ('SWITCHES_OFF' as const)
              : row.tables > 0
                ? ('LISTS' as const)
                : ('IDENTIFIES' as const),
          correctsChecksums: family.correctsChecksums,
          ...measured(row),
        },
      ];
    }),
  };
}

let bench: Bench | undefined;
let named: NamedFamily[] | undefined;
/** Both are read only once, because they change only with the program. */
const readBench = (): Bench => (bench ??= JSON.parse(readFileSync(MEASURED, 'utf8')) as Bench);
const readFamilies = (): NamedFamily[] => (named ??= JSON.parse(readFileSync(FAMILIES, 'utf8')) as NamedFamily[]);

export const listEcuModels = (): EcuModel[] => listModels(readBench(), readFamilies());
export const getCoverage = (): Coverage => listCoverage(readBench(), readFamilies());

/** Finds a model of the list by its identifier, and by its car where several cars have it. */
export const findModel = (ecuId: string, man?: string): EcuModel | undefined =>
  listEcuModels().find((model) => model.ecuValue === ecuId && (man === undefined || model.man === man));

/** Returns the families that read a model of the list. */
export const familiesOfModel = (ecuId: string): string[] =>
  ECU_MODELS.filter(({ family: id, cars }) => {
    const maker = readFamilies().find((one) => one.id === id)?.maker ?? '';
    return Object.values(cars).some((models) => models.some((model) => spellEcuId(maker, model) === ecuId));
  }).map(({ family }) => family);
