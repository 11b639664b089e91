interface StoredFlag {
  isOn: () => boolean;
  set: (isOn: boolean) => void;
  subscribe: (changed: () => void) => () => void;
}

/** A switch that the reader sets on this device. Without storage, as in some private windows, it stays as it begins. */
export function storedFlag(key: string, initial: boolean): StoredFlag {
  const listeners = new Set<() => void>();
  return {
    isOn: () => {
      try {
        return localStorage.getItem(key) === String(!initial) ? !initial : initial;
      } catch {
        return initial;
      }
    },
    set: (isOn) => {
      try {
        localStorage.setItem(key, String(isOn));
      } catch {
        // As above.
      }
      for (const changed of listeners) changed();
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
