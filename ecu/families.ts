import type { Family } from './family.ts';
import { bms43 } from './families/bms43/bms43.family.ts';
import { bmwMe7 } from './families/bmw-me7/bmw-me7.family.ts';
import { dcm35 } from './families/dcm35/dcm35.family.ts';
import { dcm62 } from './families/dcm62/dcm62.family.ts';
import { dcm71 } from './families/dcm71/dcm71.family.ts';
import { delphiCrd } from './families/delphi-crd/delphi-crd.family.ts';
import { densoSh } from './families/denso-sh/denso-sh.family.ts';
import { digifant } from './families/digifant/digifant.family.ts';
import { dq250 } from './families/dq250/dq250.family.ts';
import { edc1 } from './families/edc1/edc1.family.ts';
import { edc15Calibration } from './families/edc15-calibration/edc15-calibration.family.ts';
import { edc15 } from './families/edc15/edc15.family.ts';
import { edc16 } from './families/edc16/edc16.family.ts';
import { edc17 } from './families/edc17/edc17.family.ts';
import { edc3 } from './families/edc3/edc3.family.ts';
import { fordEec } from './families/ford-eec/ford-eec.family.ts';
import { gmE38 } from './families/gm-e38/gm-e38.family.ts';
import { gmE54 } from './families/gm-e54/gm-e54.family.ts';
import { gmE78 } from './families/gm-e78/gm-e78.family.ts';
import { gmP01 } from './families/gm-p01/gm-p01.family.ts';
import { gmP04 } from './families/gm-p04/gm-p04.family.ts';
import { gmptE15 } from './families/gmpt-e15/gmpt-e15.family.ts';
import { gs20 } from './families/gs20/gs20.family.ts';
import { hondaCar } from './families/honda-car/honda-car.family.ts';
import { hondaMotorcycle } from './families/honda-motorcycle/honda-motorcycle.family.ts';
import { iaw } from './families/iaw/iaw.family.ts';
import { lotusT4e } from './families/lotus-t4e/lotus-t4e.family.ts';
import { lotusT6 } from './families/lotus-t6/lotus-t6.family.ts';
import { mdg1 } from './families/mdg1/mdg1.family.ts';
import { me7 } from './families/me7/me7.family.ts';
import { me9 } from './families/me9/me9.family.ts';
import { med17 } from './families/med17/med17.family.ts';
import { med9 } from './families/med9/med9.family.ts';
import { medc17 } from './families/medc17/medc17.family.ts';
import { mitsubishiSh } from './families/mitsubishi-sh/mitsubishi-sh.family.ts';
import { mjd } from './families/mjd/mjd.family.ts';
import { monoMotronic } from './families/mono-motronic/mono-motronic.family.ts';
import { motronicM1 } from './families/motronic-m1/motronic-m1.family.ts';
import { motronicM2 } from './families/motronic-m2/motronic-m2.family.ts';
import { motronicM3 } from './families/motronic-m3/motronic-m3.family.ts';
import { motronicM4 } from './families/motronic-m4/motronic-m4.family.ts';
import { motronicM5 } from './families/motronic-m5/motronic-m5.family.ts';
import { motronicMe } from './families/motronic-me/motronic-me.family.ts';
import { motronicMp } from './families/motronic-mp/motronic-mp.family.ts';
import { motronic } from './families/motronic/motronic.family.ts';
import { ms40 } from './families/ms40/ms40.family.ts';
import { ms42 } from './families/ms42/ms42.family.ts';
import { ms45 } from './families/ms45/ms45.family.ts';
import { ms4x } from './families/ms4x/ms4x.family.ts';
import { msd80 } from './families/msd80/msd80.family.ts';
import { mss54 } from './families/mss54/mss54.family.ts';
import { multec } from './families/multec/multec.family.ts';
import { nissanSh } from './families/nissan-sh/nissan-sh.family.ts';
import { pcr21 } from './families/pcr21/pcr21.family.ts';
import { ppd1 } from './families/ppd1/ppd1.family.ts';
import { sid206 } from './families/sid206/sid206.family.ts';
import { sid208 } from './families/sid208/sid208.family.ts';
import { sid211 } from './families/sid211/sid211.family.ts';
import { sid3 } from './families/sid3/sid3.family.ts';
import { sid801 } from './families/sid801/sid801.family.ts';
import { sid803 } from './families/sid803/sid803.family.ts';
import { sid804 } from './families/sid804/sid804.family.ts';
import { simk4x } from './families/simk4x/simk4x.family.ts';
import { simos } from './families/simos/simos.family.ts';
import { simos18 } from './families/simos18/simos18.family.ts';
import { simtec } from './families/simtec/simtec.family.ts';
import { suzukiMotorcycle } from './families/suzuki-motorcycle/suzuki-motorcycle.family.ts';
import { transtron } from './families/transtron/transtron.family.ts';
import { trionic } from './families/trionic/trionic.family.ts';
import { volvoMe7 } from './families/volvo-me7/volvo-me7.family.ts';

/** All families. The order has no meaning: the strongest evidence wins. */
export const families: readonly Family[] = [
  bms43,
  bmwMe7,
  dcm35,
  dcm62,
  dcm71,
  delphiCrd,
  densoSh,
  digifant,
  dq250,
  edc1,
  edc15,
  edc15Calibration,
  edc16,
  edc17,
  edc3,
  fordEec,
  gmE38,
  gmE54,
  gmE78,
  gmP01,
  gmP04,
  gmptE15,
  gs20,
  hondaCar,
  hondaMotorcycle,
  iaw,
  lotusT4e,
  lotusT6,
  mdg1,
  me7,
  me9,
  med17,
  med9,
  medc17,
  mitsubishiSh,
  mjd,
  monoMotronic,
  motronic,
  motronicM1,
  motronicM2,
  motronicM3,
  motronicM4,
  motronicM5,
  motronicMe,
  motronicMp,
  ms40,
  ms42,
  ms45,
  ms4x,
  msd80,
  mss54,
  multec,
  nissanSh,
  pcr21,
  ppd1,
  sid206,
  sid208,
  sid211,
  sid3,
  sid801,
  sid803,
  sid804,
  simk4x,
  simos,
  simos18,
  simtec,
  suzukiMotorcycle,
  transtron,
  trionic,
  volvoMe7,
];
