/** Returns the choice with this name; a misspelled one is refused, because a run of nothing would end well. */
export function readChoice<Choice extends string>(option: string, name: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((one) => one === name);
  if (choice === undefined) throw new Error(`${option} is one of ${choices.join(', ')}, not "${name}".`);
  return choice;
}

/** Returns how often something is to be done, at least once. */
export function readTimes(option: string, text: string): number {
  const times = Number(text);
  if (!Number.isInteger(times) || times < 1) throw new Error(`${option} is a whole number above 0, not "${text}".`);
  return times;
}
