/** The numbers of Punycode (RFC 3492), in which müller-tuning is written mller-tuning-dlb. */
const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 128] as const;

const digitOf = (sign: string | undefined): number => {
  const digit = Number.parseInt(sign ?? '', BASE);
  // In Punycode a to z come before 0 to 9.
  return digit < 10 ? digit + 26 : digit - 10;
};

function adapt(step: number, letters: number, isFirst: boolean): number {
  let delta = Math.floor(step / (isFirst ? DAMP : 2));
  delta += Math.floor(delta / letters);
  let k = 0;
  for (; delta > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) delta = Math.floor(delta / (BASE - T_MIN));
  return k + Math.floor((BASE * delta) / (delta + SKEW));
}

function decode(label: string): string {
  const end = label.lastIndexOf('-');
  const letters = label.slice(0, Math.max(0, end)).split('');
  const signs = label.slice(end + 1).split('');
  let code: number = FIRST_CODE;
  let bias: number = FIRST_BIAS;
  let place = 0;
  while (signs.length > 0) {
    const before = place;
    let weight = 1;
    for (let k: number = BASE; ; k += BASE) {
      const digit = digitOf(signs.shift());
      place += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (Number.isNaN(digit) || digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = letters.length + 1;
    bias = adapt(place - before, count, before === 0);
    code += Math.floor(place / count);
    letters.splice(place % count, 0, String.fromCodePoint(code));
    place = (place % count) + 1;
  }
  return letters.join('');
}

/** Spells the domain of an e-mail address for people: info@müller-tuning.de in place of info@xn--mller-tuning-dlb.de. */
export function withUnicodeDomain(email: string): string {
  try {
    return email.replaceAll(/(?<=[@.])xn--([a-z0-9-]+)(?=\.|$)/gi, (_, label: string) => decode(label.toLowerCase()));
  } catch {
    // Not Punycode after all.
    return email;
  }
}
