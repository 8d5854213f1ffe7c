// Figures for Prometheus. Each has a name that says its unit; labels stay few, so that no company or phone number ever
// becomes one.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { lookMilliseconds } from './event-loop-delay.ts';

export interface Metrics {
  readonly registry: Registry;
  observeRequest(route: string, status: number, seconds: number): void;
  countUnauthenticated(): void;
  /** A request that found the inbox full. */
  countTurnedAway(): void;
  countUnrecorded(): void;
  /** A bound that refused or cut something short. */
  countBound(name: string): void;
  observeBatch(rows: number): void;
  /** A metric whose value is read when the metrics are scraped. */
  watch(name: string, meaning: string, read: () => number): void;
}

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    prefix: 'hudhud_',
    // The library looks every 10 ms unless configured: a third of what an idle process costs.
    eventLoopMonitoringPrecision: lookMilliseconds,
  });
  const registers = [registry];
  const requests = new Histogram({
    name: 'hudhud_request_seconds',
    help: 'Time to answer an API request.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const unauthenticated = new Counter({
    name: 'hudhud_unauthenticated_requests_total',
    help: 'API requests refused because of their credentials.',
    registers,
  });
  const turnedAway = new Counter({
    name: 'hudhud_turned_away_requests_total',
    help: 'API requests answered 503 because the inbox was full.',
    registers,
  });
  const unrecorded = new Counter({
    name: 'hudhud_unrecorded_requests_total',
    help: 'Requests that could not be written to the Event Monitor.',
    registers,
  });
  const bounds = new Counter({
    name: 'hudhud_bounds_reached_total',
    help: 'How often a bound refused a request or cut it short.',
    labelNames: ['bound'],
    registers,
  });
  const batches = new Histogram({
    name: 'hudhud_commit_rows',
    help: 'Messages written by one group commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  return {
    registry,
    observeRequest: (route, status, seconds) => requests.labels(route, String(status)).observe(seconds),
    countUnauthenticated: () => unauthenticated.inc(),
    countTurnedAway: () => turnedAway.inc(),
    countUnrecorded: () => unrecorded.inc(),
    countBound: (name) => bounds.labels(name).inc(),
    observeBatch: (rows) => batches.observe(rows),
    watch: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
  };
};
