import type { Action } from '../../../web/frame/actions.ts';

/** Returns the actions that contain every word; those that begin with the text come first. */
export function findActions(actions: readonly Action[], text: string): Action[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const query = words.join(' ');
  return actions
    .map((action) => ({ action, rank: rankAction(action, words, query) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ action }) => action);
}

function rankAction(
  { text, words = '', hint = '', group = '' }: Action,
  query: readonly string[],
  whole: string,
): number {
  const name = text.toLowerCase();
  const everything = `${name} ${words} ${hint} ${group}`.toLowerCase();
  if (!query.every((word) => everything.includes(word))) return Infinity;
  if (name.startsWith(whole)) return 0;
  return query.every((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2;
}

export interface ActionGroup {
  name: string;
  actions: Action[];
}

/** Groups actions by heading: the page's own first, those available anywhere last. */
export function groupActions(actions: readonly Action[], { first, last }: { first: string; last: string }) {
  const groups = new Map<string, Action[]>([[first, []]]);
  for (const action of actions) {
    const name = action.group ?? first;
    groups.set(name, [...(groups.get(name) ?? []), action]);
  }
  return [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([name, members]): ActionGroup => ({ name, actions: members }))
    .toSorted((one, other) => Number(one.name === last) - Number(other.name === last));
}
