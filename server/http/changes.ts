type Changed<Before, Given> = Omit<Before, keyof Given> & {
  [Field in keyof Given]-?: Exclude<Given[Field], undefined> | (Field extends keyof Before ? Before[Field] : undefined);
};

/** Returns what a call changes: the fields that are given, and all others as they were. */
export function applyChanges<Before extends object, Given extends object>(
  before: Before,
  given: Given,
): Changed<Before, Given> {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(present) } as Changed<Before, Given>;
}
