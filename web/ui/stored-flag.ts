export interface StoredFlag {
  isOn: () => boolean;
  set: (isOn: boolean) => void;
  subscribe: (changed: () => void) => () => void;
}

/** A flag that is stored on this device. Without storage, as in some private windows, it stays at its initial value. */
export function createStoredFlag(key: string, initial: boolean): StoredFlag {
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
        // Without storage, the flag keeps its initial value.
      }
      for (const changed of listeners) changed();
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
