import { createHash } from 'node:crypto';
import {
  analyse,
  contentOf,
  countSame,
  fingerprint,
  readContent,
  summariseAnalysis,
  type Alike,
  type Content,
  type FactName,
  type Identification,
  type Summary,
} from '../../../../ecu/index.ts';

/** What identifies a file when it is seen again; plain values. */
export interface FileFingerprint {
  /** Hash of the memory contained in them. */
  contentSha256: string;
  /** A string of ones and zeros; null: there is too little to compare. */
  print: string | null;
  softwareNumber: string | null;
  numbers: string[];
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What is read in an upload, once. */
export interface ReadUpload {
  /** Of the bytes that all of this is true of. */
  sha256: string;
  summary: Summary;
  fingerprint: FileFingerprint;
}

export function readUpload({ bytes }: { bytes: Uint8Array }): ReadUpload {
  const analysis = analyse(bytes);
  return {
    sha256: sha256Of(bytes),
    summary: summariseAnalysis(analysis),
    fingerprint: fingerprintContent(contentOf(analysis.inspection)),
  };
}

function fingerprintContent(content: Content): FileFingerprint {
  const print = fingerprint(content);
  return {
    contentSha256: sha256Of(content.bytes),
    print: print && Array.from(print, (byte) => byte.toString(2).padStart(8, '0')).join(''),
    ...numbersOf(content.identification),
  };
}

/** The facts that identify a control unit or its program. */
const NUMBERS: readonly FactName[] = ['hardwareNumber', 'softwareNumber', 'partNumber', 'softwareId', 'dataset'];

function numbersOf(identification: Identification): Pick<FileFingerprint, 'softwareNumber' | 'numbers'> {
  if (identification.outcome !== 'recognised') return { softwareNumber: null, numbers: [] };
  const { facts } = identification;
  const values = NUMBERS.flatMap((name) => {
    const fact = facts[name];
    return fact === undefined ? [] : [fact, ...(fact.others ?? [])].map(({ value }) => value);
  });
  return { softwareNumber: facts.softwareNumber?.value ?? null, numbers: [...new Set(values)] };
}

/** Compares the memory that two files hold, byte by byte. */
export const compareContents = ({ one, other }: { one: Uint8Array; other: Uint8Array }): Alike =>
  countSame(readContent(one).bytes, readContent(other).bytes);
