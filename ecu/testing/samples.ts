import { bms43Sample } from '../families/bms43/bms43.sample.ts';
import { bmwMe7Sample } from '../families/bmw-me7/bmw-me7.sample.ts';
import { dcm35FordSample, dcm35Sample } from '../families/dcm35/dcm35.sample.ts';
import { dcm62Sample } from '../families/dcm62/dcm62.sample.ts';
import { dcm71Sample } from '../families/dcm71/dcm71.sample.ts';
import { delphiCrdSample } from '../families/delphi-crd/delphi-crd.sample.ts';
import { ncSample } from '../families/denso-sh/denso-sh.nc.sample.ts';
import { densoShSample } from '../families/denso-sh/denso-sh.sample.ts';
import { digifantSample } from '../families/digifant/digifant.sample.ts';
import { edc15CalibrationSample } from '../families/edc15-calibration/edc15-calibration.sample.ts';
import { edc15Sample } from '../families/edc15/edc15.sample.ts';
import { edc16Sample } from '../families/edc16/edc16.sample.ts';
import { edc17Sample } from '../families/edc17/edc17.sample.ts';
import { edc1Sample } from '../families/edc1/edc1.sample.ts';
import { edc3Sample } from '../families/edc3/edc3.sample.ts';
import { gmE38Sample } from '../families/gm-e38/gm-e38.sample.ts';
import { gmE54Sample } from '../families/gm-e54/gm-e54.sample.ts';
import { gmE78Sample } from '../families/gm-e78/gm-e78.sample.ts';
import { gmP01Sample } from '../families/gm-p01/gm-p01.sample.ts';
import { gmP04Sample } from '../families/gm-p04/gm-p04.sample.ts';
import { gmptE15Sample } from '../families/gmpt-e15/gmpt-e15.sample.ts';
import { iawSample } from '../families/iaw/iaw.sample.ts';
import { mdg1Sample } from '../families/mdg1/mdg1.sample.ts';
import { me7Sample } from '../families/me7/me7.sample.ts';
import { med17Sample } from '../families/med17/med17.sample.ts';
import { me9Sample } from '../families/me9/me9.sample.ts';
import { med9Sample } from '../families/med9/med9.sample.ts';
import { medc17NamelessSample } from '../families/medc17/medc17.sample.ts';
import { mitsubishiShSample } from '../families/mitsubishi-sh/mitsubishi-sh.sample.ts';
import { mjdSample } from '../families/mjd/mjd.sample.ts';
import { monoMotronicSample } from '../families/mono-motronic/mono-motronic.sample.ts';
import { motronicM1Sample } from '../families/motronic-m1/motronic-m1.sample.ts';
import { motronicM2Sample } from '../families/motronic-m2/motronic-m2.sample.ts';
import { motronicM3Sample } from '../families/motronic-m3/motronic-m3.sample.ts';
import { motronicM4Sample } from '../families/motronic-m4/motronic-m4.sample.ts';
import { motronicM5Sample } from '../families/motronic-m5/motronic-m5.sample.ts';
import { motronicMeSample } from '../families/motronic-me/motronic-me.sample.ts';
import { motronicMpSample } from '../families/motronic-mp/motronic-mp.sample.ts';
import { motronicUnnamedSample } from '../families/motronic/motronic.sample.ts';
import { ms42Sample } from '../families/ms42/ms42.sample.ts';
import { ms4xSample } from '../families/ms4x/ms4x.sample.ts';
import { msd80Sample } from '../families/msd80/msd80.sample.ts';
import { mss54ChipSample, mss54Sample } from '../families/mss54/mss54.sample.ts';
import { multecSample } from '../families/multec/multec.sample.ts';
import { pcr21Sample } from '../families/pcr21/pcr21.sample.ts';
import { ppd1Sample } from '../families/ppd1/ppd1.sample.ts';
import { sid206Sample } from '../families/sid206/sid206.sample.ts';
import { sid208Sample } from '../families/sid208/sid208.sample.ts';
import { sid211Sample } from '../families/sid211/sid211.sample.ts';
import { sid3Sample } from '../families/sid3/sid3.sample.ts';
import { sid804Sample } from '../families/sid804/sid804.sample.ts';
import { simk4xSample } from '../families/simk4x/simk4x.sample.ts';
import { ms45Sample } from '../families/ms45/ms45.sample.ts';
import { dq250Sample } from '../families/dq250/dq250.sample.ts';
import { ms40Sample } from '../families/ms40/ms40.sample.ts';
import { lotusBootSample, lotusProgramSample } from '../families/lotus-t4e/lotus-t4e.sample.ts';
import { sid801Sample } from '../families/sid801/sid801.sample.ts';
import { sid803Sample, sid803TableSample } from '../families/sid803/sid803.sample.ts';
import { simosSample } from '../families/simos/simos.sample.ts';
import { simos1810Texts, simos18Sample, simos85Texts, simosTextSample } from '../families/simos18/simos18.sample.ts';
import { simtec70Sample, simtecSample } from '../families/simtec/simtec.sample.ts';
import { transtronSample } from '../families/transtron/transtron.sample.ts';
import { trionic5Sample, trionic8Sample, trionicSample } from '../families/trionic/trionic.sample.ts';
import { volvoMe7Sample } from '../families/volvo-me7/volvo-me7.sample.ts';
import { fordEecSample } from '../families/ford-eec/ford-eec.sample.ts';
import { gs20Sample } from '../families/gs20/gs20.sample.ts';
import { hondaCarSample } from '../families/honda-car/honda-car.sample.ts';
import { hondaMotorcycleSample } from '../families/honda-motorcycle/honda-motorcycle.sample.ts';
import { lotusT6CalibrationSample, lotusT6ProgramSample } from '../families/lotus-t6/lotus-t6.sample.ts';
import { nissanShSample } from '../families/nissan-sh/nissan-sh.sample.ts';
import { suzukiMotorcycleSample } from '../families/suzuki-motorcycle/suzuki-motorcycle.sample.ts';

type Sample = { familyId: string; name: string; build: () => Uint8Array };

const builders: readonly Sample[] = [
  { familyId: 'edc15', name: 'EDC15 with V4.1 blocks', build: () => edc15Sample() },
  { familyId: 'edc15', name: 'EDC15 with compact fault paths', build: () => edc15Sample({ form: 'compact' }) },
  { familyId: 'edc15', name: 'EDC15C', build: () => edc15Sample({ hasMarkers: false }) },
  {
    familyId: 'edc15',
    name: 'EDC15C with fault paths',
    build: () => edc15Sample({ hasMarkers: false, commonRailStep: 0x3962, railPaths: { form: 'long' } }),
  },
  { familyId: 'edc16', name: 'EDC16', build: () => edc16Sample() },
  { familyId: 'edc17', name: 'EDC17', build: () => edc17Sample() },
  { familyId: 'simos18', name: 'Simos 8', build: () => simos18Sample() },
  { familyId: 'simos18', name: 'Simos 8.5 by its texts', build: () => simosTextSample(simos85Texts, 0x200000) },
  { familyId: 'simos18', name: 'Simos 18.10 by its texts', build: () => simosTextSample(simos1810Texts, 0x480000) },
  { familyId: 'me9', name: 'ME9.2', build: () => me9Sample() },
  { familyId: 'med9', name: 'MED9', build: () => med9Sample() },
  { familyId: 'med17', name: 'MED17', build: () => med17Sample() },
  { familyId: 'mdg1', name: 'MG1', build: () => mdg1Sample() },
  { familyId: 'medc17', name: 'MEDC17 without a name', build: () => medc17NamelessSample() },
  { familyId: 'me7', name: 'ME7 of the Volkswagen group', build: () => me7Sample() },
  { familyId: 'me7', name: 'ME7 written twice', build: () => me7Sample({ isTwice: true }) },
  { familyId: 'bmw-me7', name: 'ME7.2 of BMW', build: () => bmwMe7Sample() },
  { familyId: 'trionic', name: 'Trionic 5', build: () => trionic5Sample() },
  { familyId: 'trionic', name: 'Trionic 7', build: () => trionicSample() },
  { familyId: 'trionic', name: 'Trionic 8', build: () => trionic8Sample() },
  { familyId: 'volvo-me7', name: 'ME7 of Volvo', build: () => volvoMe7Sample() },
  { familyId: 'volvo-me7', name: 'ME7 of Volvo up to 2003', build: () => volvoMe7Sample({ classReads: 10 }) },
  { familyId: 'volvo-me7', name: 'ME7 of Volvo since 2004', build: () => volvoMe7Sample({ classTests: 5 }) },
  { familyId: 'gm-e38', name: 'E38', build: () => gmE38Sample() },
  { familyId: 'gm-e54', name: 'E54', build: () => gmE54Sample() },
  { familyId: 'gm-e78', name: 'E78', build: () => gmE78Sample() },
  { familyId: 'gm-p01', name: 'P01 of General Motors', build: () => gmP01Sample() },
  { familyId: 'mss54', name: 'MSS54HP of BMW M', build: () => mss54Sample() },
  { familyId: 'mss54', name: 'one processor of an MSS54', build: () => mss54ChipSample() },
  { familyId: 'motronic', name: 'Motronic without a name', build: () => motronicUnnamedSample() },
  { familyId: 'motronic-m1', name: 'Motronic M1 of BMW', build: () => motronicM1Sample() },
  { familyId: 'motronic-m2', name: 'Motronic M2 of Audi', build: () => motronicM2Sample() },
  { familyId: 'motronic-m3', name: 'Motronic M3', build: () => motronicM3Sample() },
  { familyId: 'motronic-m4', name: 'Motronic M4', build: () => motronicM4Sample() },
  { familyId: 'motronic-m5', name: 'Motronic M5', build: () => motronicM5Sample() },
  { familyId: 'motronic-mp', name: 'Motronic MP3', build: () => motronicMpSample() },
  { familyId: 'motronic-me', name: 'Motronic ME1', build: () => motronicMeSample() },
  { familyId: 'mono-motronic', name: 'Mono-Motronic', build: () => monoMotronicSample() },
  { familyId: 'denso-sh', name: 'Denso of the RX-8', build: () => densoShSample() },
  { familyId: 'denso-sh', name: 'Denso of the MX-5', build: () => ncSample() },
  { familyId: 'msd80', name: 'MSD80 of BMW', build: () => msd80Sample() },
  { familyId: 'msd80', name: 'MSD80 without its boot code', build: () => msd80Sample({ hasNoBoot: true }) },
  { familyId: 'ms42', name: 'MS42 of BMW', build: () => ms42Sample() },
  { familyId: 'ms4x', name: 'MS43 of BMW', build: () => ms4xSample() },
  { familyId: 'ms4x', name: 'MSV70 of BMW', build: () => ms4xSample({ isMsv70: true }) },
  { familyId: 'edc1', name: 'EDC1', build: () => edc1Sample() },
  { familyId: 'edc3', name: 'EDC3, both chips', build: () => edc3Sample() },
  { familyId: 'ppd1', name: 'PPD1', build: () => ppd1Sample() },
  { familyId: 'simtec', name: 'Simtec 56', build: () => simtecSample() },
  { familyId: 'simtec', name: 'Simtec 70', build: () => simtec70Sample() },
  { familyId: 'digifant', name: 'Digifant', build: () => digifantSample() },
  { familyId: 'multec', name: 'Multec of Opel', build: () => multecSample() },
  { familyId: 'mjd', name: 'MJD 6JF', build: () => mjdSample() },
  { familyId: 'sid803', name: 'SID 803A', build: () => sid803Sample() },
  { familyId: 'sid803', name: 'SID 803', build: () => sid803TableSample() },
  { familyId: 'sid804', name: 'SID 804', build: () => sid804Sample() },
  { familyId: 'simk4x', name: 'SIMK43 of Hyundai', build: () => simk4xSample() },
  { familyId: 'ms40', name: 'MS40 of BMW', build: () => ms40Sample() },
  { familyId: 'ms45', name: 'MS45 of BMW', build: () => ms45Sample() },
  { familyId: 'dq250', name: 'DQ250 of the Volkswagen group', build: () => dq250Sample() },
  { familyId: 'lotus-t4e', name: 'program of a Lotus T4e', build: () => lotusProgramSample() },
  { familyId: 'lotus-t4e', name: 'boot code of a Lotus T4e', build: () => lotusBootSample() },
  { familyId: 'sid801', name: 'SID 801', build: () => sid801Sample() },
  { familyId: 'iaw', name: 'IAW of the Volkswagen group', build: () => iawSample() },
  { familyId: 'simos', name: 'Simos 3', build: () => simosSample() },
  { familyId: 'gm-p04', name: 'P04 of General Motors', build: () => gmP04Sample() },
  { familyId: 'gmpt-e15', name: 'GMPT-E15 of Opel', build: () => gmptE15Sample() },
  { familyId: 'mitsubishi-sh', name: 'SH7052 of Mitsubishi', build: () => mitsubishiShSample() },
  { familyId: 'bms43', name: 'BMS43', build: () => bms43Sample() },
  { familyId: 'edc15-calibration', name: 'calibration of an EDC15C', build: () => edc15CalibrationSample() },
  { familyId: 'pcr21', name: 'PCR2.1', build: () => pcr21Sample() },
  { familyId: 'delphi-crd', name: 'CRD2 of Mercedes-Benz', build: () => delphiCrdSample() },
  { familyId: 'transtron', name: 'Transtron of Isuzu', build: () => transtronSample() },
  { familyId: 'sid3', name: 'SID310', build: () => sid3Sample() },
  { familyId: 'sid206', name: 'SID206', build: () => sid206Sample() },
  { familyId: 'dcm35', name: 'DCM3.5 of Citroën', build: () => dcm35Sample() },
  { familyId: 'dcm35', name: 'DCM3.5 of Ford', build: () => dcm35FordSample() },
  { familyId: 'dcm62', name: 'DCM6.2V of Volkswagen', build: () => dcm62Sample() },
  { familyId: 'dcm71', name: 'DCM7.1A of Peugeot', build: () => dcm71Sample() },
  { familyId: 'sid208', name: 'SID208 of Ford', build: () => sid208Sample() },
  { familyId: 'sid211', name: 'SID211 of Ford', build: () => sid211Sample() },
  { familyId: 'denso-sh', name: 'Denso of a Subaru', build: () => densoShSample({ isSubaru: true }) },
  { familyId: 'ford-eec', name: 'EEC of Ford Australia', build: () => fordEecSample() },
  { familyId: 'gs20', name: 'GS20 of BMW', build: () => gs20Sample() },
  { familyId: 'honda-car', name: 'Keihin of a Honda car', build: () => hondaCarSample() },
  { familyId: 'honda-motorcycle', name: 'Keihin of a Honda motorcycle', build: () => hondaMotorcycleSample() },
  { familyId: 'lotus-t6', name: 'calibration of a Lotus T6', build: () => lotusT6CalibrationSample() },
  { familyId: 'lotus-t6', name: 'program of a Lotus T6', build: () => lotusT6ProgramSample() },
  { familyId: 'nissan-sh', name: 'Hitachi of Nissan', build: () => nissanShSample() },
  { familyId: 'suzuki-motorcycle', name: 'a motorcycle of Suzuki', build: () => suzukiMotorcycleSample() },
];

/** One built image for every family, and one more for a family that has two kinds of files. */
export const samples: readonly Sample[] = builders.map((sample) => ({ ...sample, build: buildOnce(sample.build) }));

/** Builds the image once and returns a copy to each caller: tests request the same image a dozen times. */
function buildOnce(build: Sample['build']): Sample['build'] {
  let first: Uint8Array | undefined;
  return () => (first ??= build()).slice();
}
