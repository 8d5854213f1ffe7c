// Message templates of each account (WABA): created, reviewed after a while, listed, edited and deleted. Two approved
// ones are there from the start, so that a first template message needs no preparation.
import type { Json } from '../message/check-value.ts';
import type { Clock } from '../time/clock.ts';
import type { Schedule } from '../time/schedule.ts';

export type TemplateStatus =
  | 'APPROVED'
  | 'PENDING'
  | 'REJECTED'
  | 'PAUSED'
  | 'DISABLED'
  | 'IN_APPEAL'
  | 'ARCHIVED'
  | 'FLAGGED';

export interface Template {
  id: string;
  wabaId: string;
  name: string;
  language: string;
  category: string;
  parameterFormat: 'POSITIONAL' | 'NAMED';
  components: Json[];
  status: TemplateStatus;
  rejectedReason: string;
}

export type TemplateInput = Pick<
  Template,
  'name' | 'language' | 'category' | 'parameterFormat' | 'components'
>;

export interface Templates {
  create(wabaId: string, input: TemplateInput, reviewDelayMs: number): Template;
  edit(id: string, changes: Partial<TemplateInput>, reviewDelayMs: number): Template | null;
  setStatus(id: string, status: TemplateStatus, reason?: string): Template | null;
  findById(id: string): Template | undefined;
  find(wabaId: string, name: string, language: string): Template | undefined;
  list(wabaId: string): Template[];
  /** How many were deleted. */
  remove(wabaId: string, name: string, id?: string): number;
  clear(): void;
}

const preloaded: readonly TemplateInput[] = [
  {
    name: 'hello_world',
    language: 'en_US',
    category: 'UTILITY',
    parameterFormat: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      {
        type: 'BODY',
        text: 'Welcome and congratulations!! This message demonstrates your ability to send a WhatsApp message.',
      },
      { type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
    ],
  },
  {
    name: 'order_update',
    language: 'en_US',
    category: 'UTILITY',
    parameterFormat: 'POSITIONAL',
    components: [{ type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way.' }],
  },
];

/** A template whose name begins so is rejected by the review, to show how that looks. */
const rejectedPrefix = 'reject_';

export function createTemplates(
  clock: Clock,
  schedule: Schedule,
  changed: (template: Template) => void,
): Templates {
  const templates = new Map<string, Template>();
  const seeded = new Set<string>();
  let count = 0;

  function put(wabaId: string, input: TemplateInput, status: TemplateStatus): Template {
    count += 1;
    const id = String(1_689_556_908_000_000 + count);
    const template: Template = { ...input, id, wabaId, status, rejectedReason: 'NONE' };
    templates.set(id, template);
    return template;
  }

  function list(wabaId: string): Template[] {
    if (!seeded.has(wabaId)) {
      seeded.add(wabaId);
      for (const input of preloaded) put(wabaId, input, 'APPROVED');
    }
    return [...templates.values()].filter((template) => template.wabaId === wabaId);
  }

  function setStatus(id: string, status: TemplateStatus, reason = 'NONE'): Template | null {
    const template = templates.get(id);
    if (!template) return null;
    template.status = status;
    template.rejectedReason = reason;
    changed(template);
    return template;
  }

  function review(template: Template, delayMs: number): void {
    schedule.at(clock.now() + delayMs, () => {
      if (template.status !== 'PENDING') return;
      if (template.name.startsWith(rejectedPrefix)) {
        setStatus(template.id, 'REJECTED', 'INVALID_FORMAT');
      } else setStatus(template.id, 'APPROVED');
    });
  }

  return {
    create(wabaId, input, reviewDelayMs) {
      list(wabaId);
      const template = put(wabaId, input, 'PENDING');
      review(template, reviewDelayMs);
      return template;
    },
    edit(id, changes, reviewDelayMs) {
      const template = templates.get(id);
      if (!template) return null;
      Object.assign(template, changes, { status: 'PENDING' });
      review(template, reviewDelayMs);
      return template;
    },
    setStatus,
    findById: (id) => templates.get(id),
    find: (wabaId, name, language) =>
      list(wabaId).find((template) => template.name === name && template.language === language),
    list,
    remove(wabaId, name, id) {
      const doomed = list(wabaId).filter(
        (template) => template.name === name && (id === undefined || template.id === id),
      );
      for (const template of doomed) templates.delete(template.id);
      return doomed.length;
    },
    clear() {
      templates.clear();
      seeded.clear();
    },
  };
}
