// First in, first out, without moving the rest on every take.

export interface Fifo<Item> {
  push(item: Item): void;
  shift(): Item | undefined;
  readonly size: number;
}

const compactAt = 1_024;

export const createFifo = <Item>(): Fifo<Item> => {
  let items: (Item | undefined)[] = [];
  let head = 0;
  return {
    push(item) {
      items.push(item);
    },
    shift() {
      if (head === items.length) return undefined;
      const item = items[head];
      items[head] = undefined;
      head += 1;
      if (head === items.length) {
        items = [];
        head = 0;
      } else if (head >= compactAt && head * 2 >= items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    get size() {
      return items.length - head;
    },
  };
};
