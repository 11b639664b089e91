import type { FileFieldValues } from '../../../features/files/file-fields.ts';
import type { Nick } from './customers.ts';
import type { Family } from './images.ts';

/** The buttons that are pressed, and the job that completes files. */
export type Step =
  | 'start processing'
  | 'attach'
  | 'mark possible'
  | 'mark not possible'
  | 'pay'
  | 'download'
  | 'complete'
  | 'cancel as owner'
  | 'cancel as administrator';

export type Message = { from: 'owner' | 'administrator'; text: string; attachment?: 'log' };

export type Story = Partial<FileFieldValues> & Pick<FileFieldValues, 'vehicle' | 'brand' | 'ecu'> & {
  owner: Nick;
  daysAgo: number;
  family: Family;
  /** Appears in the file's name. */
  car: string;
  solutions: string[];
  dtcs?: string;
  notes?: string;
  /** Which step follows, and how many hours after the previous one. */
  steps: [afterHours: number, step: Step][];
  ticket?: { afterHours: number; closedAfterHours?: number; messages: Message[] };
};

const golf = { vehicle: 'Car', brand: 'Volkswagen', petrol_type: 'DIESEL', gear: 'Manual' } as const;
const audi = { vehicle: 'Car', brand: 'Audi', gear: 'Automatic' } as const;

/** Every state that a file can be in is the end of at least one of these. */
export const STORIES: readonly Story[] = [
  {
    ...golf, owner: 'elena', daysAgo: 44, family: 'EDC16', car: 'Golf_5_19TDI', ecu: 'EDC16U34', generation: '2007',
    reading_device: 'Alientech KESS V2', solutions: ['Stage 1', 'EGR OFF'], notes: 'Checksums are corrected. Good drive!',
    steps: [[1, 'start processing'], [2, 'mark possible'], [1, 'pay'], [0.5, 'download'], [24 * 16, 'complete']],
  },
  {
    ...audi, owner: 'jonas', daysAgo: 40, family: 'ME7', car: 'A4_18T', ecu: 'ME7.5', petrol_type: 'GASOLINE', generation: '2003',
    reading_device: 'MPPS', solutions: ['Stage 1'], notes: 'Runs best on 98 octane.',
    steps: [[3, 'start processing'], [4, 'mark possible'], [2, 'pay'], [1, 'download'], [24 * 15, 'complete']],
  },
  {
    vehicle: 'Van', brand: 'Iveco', owner: 'marco', daysAgo: 36, family: 'EDC16', car: 'Daily_35C15', ecu: 'EDC16C39', petrol_type: 'DIESEL',
    generation: '2010', gear: 'Manual', reading_device: 'BDM100', solutions: ['DPF/FAP OFF', 'DTC OFF'], dtcs: 'P2002 P2463',
    description: 'The DPF is already removed, off-road use only.', steps: [[1, 'start processing'], [3, 'mark possible'], [5, 'pay'], [30, 'cancel as administrator']],
    ticket: {
      afterHours: 14, closedAfterHours: 30,
      messages: [
        { from: 'owner', text: 'I wrote the file, but the engine light came back after ten kilometres.' },
        { from: 'administrator', text: 'Thank you for the log. This dataset cannot be done without risk, so you get your credits back.' },
        { from: 'owner', text: 'Fair enough, thank you for being honest.' },
      ],
    },
  },
  {
    ...golf, owner: 'tomasz', daysAgo: 33, family: 'EDC15', car: 'Passat_19TDI', ecu: 'EDC15P+', generation: '2002',
    reading_device: 'FGTech Galletto', solutions: ['Stage 2'], steps: [[20, 'cancel as owner']],
  },
  {
    vehicle: 'Truck', brand: 'MAN', owner: 'marco', daysAgo: 26, family: 'EDC17', car: 'TGX_18_440', ecu: 'EDC17CV42', petrol_type: 'DIESEL',
    generation: '2015', gear: 'Automatic', reading_device: 'Autotuner', solutions: ['Truck power', 'AdBlue/SCR OFF'],
    notes: 'This software version is protected; we cannot change it yet.', steps: [[2, 'start processing'], [6, 'mark not possible'], [40, 'cancel as administrator']],
  },
  {
    vehicle: 'Tracktor', brand: 'John Deere', owner: 'claire', daysAgo: 24, family: 'EDC17', car: '6155R', ecu: 'EDC17C56', petrol_type: 'DIESEL',
    generation: '2018', gear: '', reading_device: 'Dimsport New Trasdata', solutions: ['Tractor power'],
    notes: 'Not possible over this reading; please read it in boot mode.', steps: [[5, 'mark not possible'], [22, 'cancel as owner']],
  },
  {
    ...audi, owner: 'claire', daysAgo: 20, family: 'EDC17', car: 'Q5_20TDI', ecu: 'EDC17CP14', petrol_type: 'DIESEL', generation: '2012',
    reading_device: 'Flex (MAGICMOTORSPORT)', solutions: ['Stage 1', 'Start/Stop OFF'], steps: [[2, 'start processing'], [3, 'mark possible'], [50, 'cancel as owner']],
  },
  {
    ...audi, owner: 'elena', daysAgo: 11, family: 'EDC17', car: 'A6_30TDI', ecu: 'EDC17CP14', petrol_type: 'DIESEL', generation: '2011',
    reading_device: 'Alientech KESS3', solutions: ['Stage 2', 'Vmax OFF'], notes: 'Second version: less smoke below 1800 rpm.',
    steps: [[1, 'start processing'], [2, 'mark possible'], [1, 'pay'], [1, 'download'], [20, 'attach']],
    ticket: {
      afterHours: 8, closedAfterHours: 30,
      messages: [
        { from: 'owner', text: 'Very happy with it, only some smoke when pulling away.' },
        { from: 'administrator', text: 'A newer version is attached, please try that one.' },
      ],
    },
  },
  {
    ...golf, owner: 'elena', daysAgo: 6, family: 'EDC17', car: 'Tiguan_20TDI', ecu: 'EDC17C64', generation: '2016',
    reading_device: 'Alientech KESS3', solutions: ['Stage 1', 'Cold Start fix'], steps: [[1, 'start processing'], [4, 'mark possible'], [3, 'pay']],
  },
  {
    ...golf, owner: 'marco', daysAgo: 5, family: 'EDC15', car: 'Transporter_25TDI', ecu: 'EDC15P+', generation: '2003',
    reading_device: 'BDM100', solutions: ['Eco Tuning'], notes: 'Ready. About 0.6 l/100 km less on the motorway.',
    steps: [[2, 'start processing'], [5, 'mark possible']],
  },
  {
    ...audi, owner: 'jonas', daysAgo: 4, family: 'ME7', car: 'TT_18T', ecu: 'ME7.5', petrol_type: 'GASOLINE', generation: '2004',
    reading_device: 'KT200', solutions: ['Stage 2', 'Launch Control', 'Sport displays'], steps: [[3, 'start processing'], [8, 'mark possible']],
    ticket: {
      afterHours: 16,
      messages: [
        { from: 'owner', text: 'The car stays here until Friday. Will the price stay as it is?' },
        { from: 'administrator', text: 'Yes, it waits for you.' },
      ],
    },
  },
  {
    ...golf, owner: 'claire', daysAgo: 3, family: 'EDC16', car: 'Touran_20TDI', ecu: 'EDC16U34', generation: '2008',
    reading_device: 'PCMflash', solutions: ['Stage 1', 'Swirl Flaps OFF'], steps: [[2, 'start processing'], [5, 'attach']],
  },
  {
    vehicle: 'Car', brand: 'Fiat', owner: 'marco', daysAgo: 2.4, family: 'EDC17', car: 'Ducato_23MJet', ecu: 'EDC17CP52', petrol_type: 'DIESEL',
    generation: '2017', gear: 'Manual', reading_device: 'bFlash', solutions: ['Immo OFF'], notes: 'We add this one with the next update.',
    steps: [[4, 'start processing'], [2, 'mark not possible']],
  },
  {
    ...audi, owner: 'elena', daysAgo: 1.2, family: 'ME7', car: 'S3_18T', ecu: 'ME7.5', petrol_type: 'GASOLINE', generation: '2001',
    reading_device: 'MPPS', solutions: ['Stage 3', 'Hardcut Limiter'], description: 'Bigger turbo and injectors are fitted, see the log.',
    steps: [[2, 'start processing']],
    ticket: {
      afterHours: 3,
      messages: [
        { from: 'owner', text: 'This is the log of the last run in third gear.\nBoost falls away above 5500 rpm.', attachment: 'log' },
        { from: 'administrator', text: 'Thank you, that helps. Which injectors are fitted?' },
        { from: 'owner', text: '630 cc, and a 3 bar MAP sensor.' },
      ],
    },
  },
  {
    ...golf, owner: 'amina', daysAgo: 0.9, family: 'EDC15', car: 'Caddy_19TDI', ecu: 'EDC15P+', generation: '2003',
    reading_device: 'Alientech KESS V2', solutions: ['Stage 1'], steps: [],
    ticket: {
      afterHours: 1,
      messages: [{ from: 'owner', text: 'Hello, how long does it usually take? The customer waits at the workshop.' }],
    },
  },
  {
    ...audi, owner: 'elena', daysAgo: 0.1, family: 'EDC17', car: 'A5_27TDI', ecu: 'EDC17CP14', petrol_type: 'DIESEL', generation: '2011',
    reading_device: 'Autotuner', solutions: ['Transmission (TCU) tuning', 'DTC OFF', 'Lambda OFF'], dtcs: 'P0420', steps: [],
  },
];
