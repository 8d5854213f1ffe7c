// How long each part of the benchmark of sending takes: the real thing, and a short one for trying out.

import type { ForwarderPlan } from './compare-forwarder.ts';
import type { HistoryPlan } from './compare-history.ts';
import type { JourneyPlan } from './measure-journey.ts';
import type { WaitingPlan } from './measure-waiting.ts';

export const partNames = ['journey', 'waiting', 'forwarder', 'history'] as const;
export type PartName = (typeof partNames)[number];

export interface DispatchPlan {
  readonly parts: readonly PartName[];
  readonly journeys: readonly JourneyPlan[];
  readonly floorSeconds: number;
  readonly waiting: WaitingPlan;
  readonly forwarder: ForwarderPlan;
  readonly history: HistoryPlan;
}

/** The rate that must be kept up, from many senders and from one. */
export const journeyBar = 500;
export const manySenders = 20;

const journeysOf = (seconds: number, barSeconds: number): JourneyPlan[] =>
  [manySenders, 1].flatMap((senders) => [
    { senders, perSecond: 100, seconds },
    { senders, perSecond: 250, seconds },
    { senders, perSecond: journeyBar, seconds: barSeconds },
    { senders, perSecond: null, seconds },
  ]);

const forwarder = { connections: 128, answerMilliseconds: 50 };

export const longPlan = (rows: number): DispatchPlan => ({
  parts: partNames,
  journeys: journeysOf(15, 60),
  floorSeconds: 10,
  waiting: { perSecond: 50, rounds: 6, seconds: 10 },
  forwarder: { ...forwarder, rounds: 4, seconds: 8 },
  history: { rows, rounds: 6, seconds: 8 },
});

export const shortPlan = (rows: number): DispatchPlan => ({
  parts: partNames,
  journeys: [
    { senders: manySenders, perSecond: journeyBar, seconds: 6 },
    { senders: 1, perSecond: null, seconds: 4 },
  ],
  floorSeconds: 2,
  waiting: { perSecond: 50, rounds: 1, seconds: 4 },
  forwarder: { ...forwarder, rounds: 1, seconds: 4 },
  history: { rows: Math.min(rows, 20_000), rounds: 1, seconds: 2 },
});
