// Numbers that were seen in a file, with the line of each. A million of them take 24 megabytes: an E.164 number has at most
// fifteen digits, which a double holds exactly.

export interface NumberSet {
  /** The line where the number was seen before, or null; it is remembered either way. */
  add(phoneNumber: string, line: number): number | null;
  readonly size: number;
}

const startSlots = 1_024;

const slotOf = (key: number, mask: number): number => {
  // Numbers of one country differ in their last digits only; this spreads them.
  const mixed = Math.imul(key % 4_294_967_291, 0x9e3779b1) ^ Math.imul(Math.floor(key / 65_536), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & mask;
};

export const createNumberSet = (): NumberSet => {
  let keys = new Float64Array(startSlots);
  let lines = new Uint32Array(startSlots);
  let size = 0;

  const find = (key: number): number => {
    const mask = keys.length - 1;
    let slot = slotOf(key, mask);
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  };

  const grow = (): void => {
    const [oldKeys, oldLines] = [keys, lines];
    keys = new Float64Array(oldKeys.length * 2);
    lines = new Uint32Array(oldKeys.length * 2);
    oldKeys.forEach((key, index) => {
      if (key === 0) return;
      const slot = find(key);
      keys[slot] = key;
      lines[slot] = oldLines[index] ?? 0;
    });
  };

  return {
    add(phoneNumber, line) {
      const key = Number(phoneNumber.slice(1));
      const slot = find(key);
      if (keys[slot] === key) return lines[slot] ?? 0;
      keys[slot] = key;
      lines[slot] = line;
      size += 1;
      if (size * 4 > keys.length * 3) grow();
      return null;
    },
    get size() {
      return size;
    },
  };
};
