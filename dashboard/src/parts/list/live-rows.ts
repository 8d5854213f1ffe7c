// The rows that came in while a list is on screen: those shown above what was read, and those that wait because the
// user is reading. Plain functions, so that the order and the bounds can be tested without a screen.

export interface LiveRows<Item> {
  /** Newest first. */
  readonly shown: readonly Item[];
  readonly waiting: readonly Item[];
  /** How many came while the user was reading; more than are kept. */
  readonly waitingCount: number;
  /** So many came that older ones were dropped: there is a gap between them and the list below. */
  readonly isTrimmed: boolean;
  /** How many came in all. */
  readonly received: number;
  /** The ids that came with the last step, to be shown as new. */
  readonly fresh: ReadonlySet<string>;
}

/** As many as a page of the list. More moving rows cannot be read, and the browser lays out and paints all of them anew. */
export const liveRowsMax = 50;
/** When more come at once, they are not shown sliding in one by one: no eye follows it, and it costs a paint in every frame. */
const freshMax = 4;

const none: ReadonlySet<string> = new Set();

export const noLiveRows = <Item>(): LiveRows<Item> => ({
  shown: [],
  waiting: [],
  waitingCount: 0,
  isTrimmed: false,
  received: 0,
  fresh: none,
});

interface Row {
  readonly id: string;
}

/** Both lists in one, newest first, each row once. An id sorts by its time. */
export function mergeRows<Item extends Row>(first: readonly Item[], second: readonly Item[]): Item[] {
  const rows = new Map([...second, ...first].map((row) => [row.id, row]));
  return [...rows.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** New rows arrive. While the user is reading they wait. */
export function receiveRows<Item extends Row>(
  state: LiveRows<Item>,
  items: readonly Item[],
  isHeld: boolean,
): LiveRows<Item> {
  if (items.length === 0) return state;
  const known = new Set([...state.shown, ...state.waiting].map(({ id }) => id));
  const added = items.filter(({ id }) => !known.has(id));
  const waiting = mergeRows(state.waiting, added);
  const held = {
    ...state,
    waiting: waiting.slice(0, liveRowsMax),
    waitingCount: state.waitingCount + added.length,
    received: state.received + added.length,
    isTrimmed: state.isTrimmed || waiting.length > liveRowsMax,
  };
  return isHeld ? held : releaseRows(held);
}

/** Shows the waiting rows. */
export function releaseRows<Item extends Row>(state: LiveRows<Item>): LiveRows<Item> {
  if (state.waitingCount === 0) return state.fresh.size === 0 ? state : { ...state, fresh: none };
  const shown = mergeRows(state.shown, state.waiting);
  return {
    ...state,
    shown: shown.slice(0, liveRowsMax),
    waiting: [],
    waitingCount: 0,
    isTrimmed: state.isTrimmed || shown.length > liveRowsMax,
    fresh: state.waiting.length > freshMax ? none : new Set(state.waiting.map(({ id }) => id)),
  };
}

/** The list was read again: what it holds now needs no keeping, and what came later goes on top. */
export function afterReading<Item extends Row>(
  state: LiveRows<Item>,
  newest: string | undefined,
): LiveRows<Item> {
  const isLater = ({ id }: Item): boolean => newest === undefined || id > newest;
  const waiting = state.waiting.filter(isLater);
  return {
    ...state,
    shown: state.shown.filter(isLater),
    waiting,
    waitingCount: waiting.length,
    isTrimmed: false,
    fresh: none,
  };
}

/** The rows that the table shows. */
export const rowsOnScreen = <Item extends Row>(live: LiveRows<Item>, read: readonly Item[]): Item[] =>
  live.isTrimmed ? [...live.shown] : live.shown.length === 0 ? [...read] : mergeRows(live.shown, read);
