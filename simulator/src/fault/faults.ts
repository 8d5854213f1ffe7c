// Faults asked for by the control API: for one phone number or all, one recipient or all, a number of times or with a
// probability. A message can meet one fault of its answer and one of its statuses at once; magic numbers come first.
import { randomUUID } from 'node:crypto';
import {
  type AnswerFault,
  type Fault,
  type FaultDetails,
  type FaultName,
  faultByName,
  type StatusFault,
} from './faults-by-name.ts';
import { magicFault } from './magic-numbers.ts';

export interface FaultInput extends FaultDetails {
  name: FaultName;
  phoneNumberId?: string;
  /** Digits of the recipient. */
  waId?: string;
  /** How many messages it hits; without it, all until removed. */
  count?: number;
  /** 0 to 1; 1 when left out. */
  probability?: number;
}

export interface FaultRule extends FaultInput {
  id: string;
  /** Messages hit so far. */
  hits: number;
}

export interface PickedFaults {
  answer: AnswerFault | null;
  status: StatusFault | null;
}

export interface Faults {
  add(input: FaultInput): FaultRule;
  list(): FaultRule[];
  remove(id: string): boolean;
  clear(): void;
  /** The faults this message meets; uses up counts. */
  pick(phoneNumberId: string, waId: string): PickedFaults;
}

const rulesMax = 1_000;
const nothing: PickedFaults = { answer: null, status: null };

export function createFaults(random: () => number): Faults {
  let rules: { rule: FaultRule; fault: Fault }[] = [];

  function hits(rule: FaultRule, phoneNumberId: string, waId: string): boolean {
    if (rule.phoneNumberId !== undefined && rule.phoneNumberId !== phoneNumberId) return false;
    if (rule.waId !== undefined && rule.waId !== waId) return false;
    if (isUsedUp(rule)) return false;
    return rule.probability === undefined || random() < rule.probability;
  }

  return {
    add(input) {
      const rule: FaultRule = { ...input, id: randomUUID(), hits: 0 };
      // Used-up rules are kept to be looked at, but not without end: every message passes by them.
      if (rules.length >= rulesMax) rules = rules.filter(({ rule: other }) => !isUsedUp(other));
      rules.push({ rule, fault: faultByName(input.name, input) });
      return rule;
    },
    list: () => rules.map(({ rule }) => rule),
    remove(id) {
      const before = rules.length;
      rules = rules.filter(({ rule }) => rule.id !== id);
      return rules.length < before;
    },
    clear() {
      rules = [];
    },
    pick(phoneNumberId, waId) {
      const magic = magicFault(waId);
      if (!magic && rules.length === 0) return nothing;
      const picked: PickedFaults = { ...nothing };
      if (magic) put(picked, magic);
      for (const { rule, fault } of rules) {
        if (picked[fault.stage] !== null || !hits(rule, phoneNumberId, waId)) continue;
        rule.hits += 1;
        put(picked, fault);
      }
      return picked;
    },
  };
}

function isUsedUp({ count, hits }: FaultRule): boolean {
  return count !== undefined && hits >= count;
}

function put(picked: PickedFaults, { stage, fault }: Fault): void {
  if (stage === 'answer') picked.answer = fault;
  else picked.status = fault;
}
