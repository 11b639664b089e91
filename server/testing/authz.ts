import { readFileSync } from 'node:fs';
import type { Role } from '../../contract/capabilities.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { ActorName } from './actors.ts';

export type Row = Record<ActorName, number> & { method: string; path: string; target: string };
export type Visitor = Role | 'anonymous';

const readSpec = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../docs/spec/${name}.json`, import.meta.url), 'utf8'));

/** The status that each actor gets from each call of the specification. */
export const matrix = readSpec('authz-matrix') as Row[];

/** Calls of ours that go beyond the specification and are not in the matrix, with who may make them. */
export const additions = readSpec('authz-additions') as { call: string; may: Visitor[] }[];

/** What each role may do, written by hand instead of derived from the table. */
export const capabilitiesByRole = readSpec('capabilities') as Record<Role, string[]>;

/** Converts `/api/x/{id}?limit=25` of the matrix to the table's notation, without the names of its parameters. */
export const toPlace = (method: string, path: string) =>
  `${method} ${path
    .replace(/^\/api/, '')
    .replace(/\?.*$/, '')
    .replace(/\{\w+\}|:\w+/g, '{}')}`;

type Call = Pick<Endpoint, 'method' | 'path'>;

export const findRow = ({ method, path }: Call): Row | undefined =>
  matrix.find((row) => toPlace(row.method, row.path) === toPlace(method, path));

export const findAddition = ({ method, path }: Call) => additions.find(({ call }) => call === `${method} ${path}`);

/** 401 refuses a visitor, 403 a role; every other status means that the caller was let in. */
const letIn = ({ anonymous, owner, admin }: Row): Visitor[] => [
  ...(anonymous === 401 ? [] : (['anonymous'] as const)),
  ...(owner === 403 ? [] : (['CUSTOMER'] as const)),
  ...(admin === 403 ? [] : (['ADMIN'] as const)),
];

/** Returns who may make a call according to docs/spec. Throws for a call that is not listed there. */
export function whoMay(call: Call): Visitor[] {
  const row = findRow(call);
  const may = row ? letIn(row) : findAddition(call)?.may;
  if (may === undefined) throw new Error(`${call.method} ${call.path} is in none of the tables of docs/spec`);
  return may;
}
