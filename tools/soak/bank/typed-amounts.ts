import { pick } from './client.ts';

const withGroups = (digits: string, sign: string) => digits.replace(/\B(?=(\d{3})+$)/g, sign);

/** Writes an amount as a program or people of some language would; every way has one reading only. */
export function typeAmount(random: () => number, amount: number): number | string {
  const [whole = '', cents = ''] = amount.toFixed(2).split('.');
  return pick(random, [
    amount,
    `${whole}.${cents}`,
    `${whole},${cents}`,
    `${withGroups(whole, '.')},${cents}`,
    `${withGroups(whole, ',')}.${cents}`,
    `${withGroups(whole, ' ')},${cents}`,
    ` ${withGroups(whole, '’')}.${cents} `,
  ]);
}

/** Amounts that have two readings: none of them may ever be taken. */
export const typeAmbiguous = (random: () => number): string =>
  `${1 + Math.floor(random() * 99)}${pick(random, ['.', ','])}${pick(random, ['000', '500', '125'])}`;
