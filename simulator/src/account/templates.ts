// Message templates of each account (WABA): created, reviewed after a while, listed, edited and deleted. Some approved
// ones are there from the start, so that a first template message needs no preparation.
import type { Clock } from '../time/clock.ts';
import type { Schedule } from '../time/schedule.ts';
import { preloaded } from './preloaded-templates.ts';
import type {
  Template,
  TemplateCategory,
  TemplateInput,
  TemplateNews,
  TemplateQuality,
  TemplateStatus,
} from './template.ts';

export type {
  Template,
  TemplateInput,
  TemplateNews,
  TemplateStatus,
} from './template.ts';

export interface Templates {
  create(wabaId: string, input: TemplateInput, reviewDelayMs: number): Template;
  edit(id: string, changes: Partial<TemplateInput>, reviewDelayMs: number): Template | null;
  setStatus(id: string, status: TemplateStatus, reason?: string): Template | null;
  /** As Meta does it on its own. */
  setCategory(id: string, category: TemplateCategory): Template | null;
  setQuality(id: string, quality: TemplateQuality): Template | null;
  findById(id: string): Template | undefined;
  find(wabaId: string, name: string, language: string): Template | undefined;
  list(wabaId: string): Template[];
  /** How many were deleted. */
  remove(wabaId: string, name: string, id?: string): number;
  clear(): void;
}

/** A template whose name begins so is rejected by the review, to show how that looks. */
const rejectedPrefix = 'reject_';

export function createTemplates(
  clock: Clock,
  schedule: Schedule,
  changed: (template: Template, news: TemplateNews) => void,
): Templates {
  const templates = new Map<string, Template>();
  const seeded = new Set<string>();
  let count = 0;

  function put(wabaId: string, input: TemplateInput, status: TemplateStatus): Template {
    count += 1;
    const id = String(1_689_556_908_000_000 + count);
    const template: Template = { ...input, id, wabaId, status, rejectedReason: 'NONE', quality: 'UNKNOWN' };
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
    changed(template, { kind: 'status' });
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
    ...ownDoings(templates, changed),
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

/** Changes that Meta makes on its own. */
function ownDoings(
  templates: ReadonlyMap<string, Template>,
  changed: (template: Template, news: TemplateNews) => void,
): Pick<Templates, 'setCategory' | 'setQuality'> {
  return {
    setCategory(id, category) {
      const template = templates.get(id);
      if (!template) return null;
      const { category: previous } = template;
      template.category = category;
      changed(template, { kind: 'category', previous });
      return template;
    },
    setQuality(id, quality) {
      const template = templates.get(id);
      if (!template) return null;
      const { quality: previous } = template;
      template.quality = quality;
      changed(template, { kind: 'quality', previous });
      return template;
    },
  };
}
