import type { AiSession, AiUpload, DtcRow, DtcTable, EcuInfo, Generation } from '../../features/dtc-off/dtc-session.ts';
import type { ListedGeneration } from '../../features/dtc-off/generations.calls.ts';

const NO_FACTS: EcuInfo = {
  ecuId: null,
  vehicleManufacturer: null,
  systemManufacturer: null,
  modelSeries: null,
  fileSize: 524_288,
  softwareId: null,
  hardwareNumber: null,
  softwareNumber: null,
  version: null,
  processor: null,
  vehicleSeries: null,
  vehicleVariant: null,
  vehicleModel: null,
  vehicleYear: null,
  manufacturerNumber: null,
  engineManufacturer: null,
  engineDesignation: null,
  engineType: null,
  engineDisplacement: null,
  enginePowerKw: null,
  engineTorque: null,
  emissionStandard: null,
  description: null,
};

/** ECU info with only the given facts. */
export const ecuInfo = (facts: Partial<EcuInfo> = {}): EcuInfo => ({ ...NO_FACTS, ...facts });

const PROSPECT = {
  canGenerate: true,
  reason: null,
  warnings: [],
  wrongChecksums: [],
  charged: false,
  expiresAt: '2026-03-03T08:00:00.000Z',
};

export const aiUpload = (fields: Partial<AiUpload> = {}): AiUpload => ({
  fileName: 'golf.bin.4f2a',
  fileident: 'OK',
  ecuinfo: ecuInfo({
    ecuId: 'BOSCH_EDC16',
    vehicleManufacturer: 'Volkswagen',
    systemManufacturer: 'Bosch',
    modelSeries: 'EDC16U34',
    softwareNumber: '1037380001',
  }),
  originalName: 'golf.bin',
  sha256: 'ab'.repeat(32),
  reading: null,
  ...PROSPECT,
  ...fields,
});

export const dtcTable = (rows: DtcRow[], fields: Partial<DtcTable> = {}): DtcTable => ({
  ...PROSPECT,
  dtcTable: rows,
  ...fields,
});

export const generation = (id: number, codes: string[]): Generation => ({
  id,
  file_name: `golf_DTC_OFF_${id}.bin`,
  codes,
  also_codes: [],
  declared_use: null,
  sha256: 'cd'.repeat(32),
  created_at: '2026-03-02T09:00:00.000Z',
});

export const listedGeneration = (id: number, codes: string[]): ListedGeneration => ({
  ...generation(id, codes),
  original_name: 'golf.bin',
  user_id: 7,
  username: 'daniel',
  has_file: true,
});

export const aiSession = (fields: Partial<AiSession> = {}): AiSession => ({
  ...aiUpload(),
  createdAt: '2026-03-02T08:00:00.000Z',
  declaredUse: null,
  generations: [],
  ...fields,
});
