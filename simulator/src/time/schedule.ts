// One heap and one timer for everything that happens later: three statuses per message at thousands of messages a
// second would otherwise be as many timers.
import type { Clock } from './clock.ts';

export interface Schedule {
  /** Runs at the given time, in order of time and, at the same time, in order of asking. */
  at(dueMs: number, run: () => void): void;
  size(): number;
  clear(): void;
}

interface Task {
  due: number;
  order: number;
  run: () => void;
}

export function createSchedule(clock: Clock): Schedule {
  const heap: Task[] = [];
  let order = 0;
  let cancelTimer: (() => void) | null = null;
  let armedFor = Number.POSITIVE_INFINITY;

  function arm(): void {
    const head = heap[0];
    if (!head || head.due >= armedFor) return;
    cancelTimer?.();
    armedFor = head.due;
    cancelTimer = clock.setTimer(tick, Math.max(1, head.due - clock.now()));
  }

  function tick(): void {
    cancelTimer = null;
    armedFor = Number.POSITIVE_INFINITY;
    const now = clock.now();
    try {
      for (let head = heap[0]; head && head.due <= now; head = heap[0]) {
        popHead(heap);
        head.run();
      }
    } finally {
      // One failing task must not silence those behind it.
      arm();
    }
  }

  return {
    at(dueMs, run) {
      push(heap, { due: dueMs, order: order++, run });
      arm();
    },
    size: () => heap.length,
    clear() {
      heap.length = 0;
      cancelTimer?.();
      cancelTimer = null;
      armedFor = Number.POSITIVE_INFINITY;
    },
  };
}

function isBefore(a: Task, b: Task): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}

function push(heap: Task[], task: Task): void {
  let index = heap.length;
  heap.push(task);
  while (index > 0) {
    const parentIndex = (index - 1) >> 1;
    const parent = heap[parentIndex] as Task;
    if (!isBefore(task, parent)) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = task;
}

function popHead(heap: Task[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const child = right < heap.length && isBefore(heap[right] as Task, heap[left] as Task) ? right : left;
    if (!isBefore(heap[child] as Task, last)) break;
    heap[index] = heap[child] as Task;
    index = child;
  }
  heap[index] = last;
}
