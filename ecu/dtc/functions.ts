import { readRanges } from './code-ranges.ts';
import { codeOfWord, wordOfCode } from './spelling.ts';

export type DtcFunction = keyof typeof rangesOfFunction;

/**
 * Which codes watch which function of the engine: from SAE J2012's own grouping, for what SAE defines only. A maker's
 * codes (P1, P30 to P33) mean something else in every car and are in no function. A code may be in several, and a code
 * that is in none is not thereby without a function. There is no code for a hot start: it is a matter of maps.
 */
const rangesOfFunction = {
  egr: `
    P0400-P0409 P040A-P040F P041A-P041E P042E-P042F P044A-P044E P045A-P045F P046C-P046F P0486-P0490 P049A-P049E
    P2141-P2145 P2413 P2425-P2427 P2457 P245A-P245D`,
  'particle filter': 'P2002-P2003 P244A-P244F P2452-P2456 P2458-P2459 P245E-P2465 P24A4 P24AE-P24B7',
  'oxygen sensor': `
    P0030-P0032 P0036-P0038 P0040-P0044 P0050-P0064 P0130-P0147 P013A-P013F P014A-P014F P0150-P0167 P015A-P015D
    P2195-P2198 P2231-P2256 P2270-P2278 P2297-P2298 P2626-P2631 P2A00-P2A06`,
  'air flow sensor': 'P0068 P006A P0100-P0104 P010A-P010F',
  'manifold pressure': 'P0068-P006A P0105-P0109',
  boost: 'P0033-P0035 P0039 P0045-P004F P0234-P0250 P023D-P023E P0299 P2261-P2263 P2562-P2566',
  nox: 'P2000-P2001 P20EE-P20EF P2200-P2219 P220A-P220F P221A-P221B P229E-P22A3 P2BA7-P2BAF',
  adblue: `
    P202A-P202F P203A-P203F P2040-P2059 P204A-P204F P205A-P205F P2060-P2063 P206A-P206D P207F P208A-P208F
    P209A-P209F P20A0-P20CA P20E6-P20EF P20F4-P20F7 P20FA-P20FF P21C2-P21CE P249C-P249E P2BA7-P2BAF`,
  catalyst: 'P0420-P0429 P042A-P042D P0430-P0439 P043A-P043D P2096-P2099 P20EE-P20EF',
  'intake flaps': 'P0660-P0665 P2004-P2023 P206E-P2071 P2075-P2078',
  throttle: `
    P0068 P0120-P0124 P0220-P0229 P0487-P0488 P0510 P0638-P0639 P2100-P2119 P2120-P2140 P2163-P2166 P2172-P2176`,
  'glow plugs': 'P0380-P0384 P0670-P0684',
  evap: 'P043E-P043F P0440-P0459 P0465-P0469 P0496-P0499 P2024-P2028 P2400-P2407 P240A-P240C P2418-P2422 P2450-P2451',
  'secondary air': 'P0410-P0419 P0491-P0492 P2257-P2258 P2430-P2449',
  misfire: 'P0300-P0314 P0316 P0363',
  'crankshaft and camshaft': `
    P0008-P0029 P000A-P000D P0315 P0317-P0323 P0335-P0349 P0365-P0369 P0385-P0394 P2088-P2095 P2614-P2619`,
  cooling: 'P0115-P0119 P0125-P0126 P0128 P0217 P0480-P0485 P0493-P0495 P0691-P0696 P2182-P2186 P2600-P2603',
  'start-stop': 'P05BC-P05BF P05F9-P05FB',
  starter: 'P0512 P0615-P0617',
  'fuel pressure': 'P0001-P0004 P0087-P0092 P0190-P0194 P2293-P2296',
  injectors: 'P0200-P0214 P0216 P0261-P0296 P2146-P2157',
  knock: 'P0324-P0334',
  ignition: 'P0350-P0362 P2300-P2335',
  'exhaust temperature': 'P0544-P0549 P2031-P2036 P2080-P2087 P2428 P242A-P242D P2470-P2473',
  'exhaust flap': 'P0470-P047F',
} as const;

const functions = Object.entries(rangesOfFunction).map(([name, written]) => ({
  name: name as DtcFunction,
  words: readRanges(written),
}));

export const dtcFunctions: readonly DtcFunction[] = functions.map(({ name }) => name);

/** What the code watches; empty where that is not known. */
export function functionsOf(code: string): DtcFunction[] {
  const word = wordOfCode(code);
  if (word === null) return [];
  return functions.filter(({ words }) => words.has(word)).map(({ name }) => name);
}

/** Every code of a function, whether a control unit uses it or not. */
export function codesOfFunction(expectedFunction: DtcFunction): string[] {
  const words = [...(functions.find(({ name }) => name === expectedFunction)?.words ?? [])];
  return words.sort((one, other) => one - other).flatMap((word) => codeOfWord(word) ?? []);
}
