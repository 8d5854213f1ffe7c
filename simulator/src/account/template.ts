// A message template as the simulator keeps it, and what Meta may make of it.
import type { Json } from '../message/check-value.ts';

export const templateStatuses = [
  'APPROVED',
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'ARCHIVED',
  'FLAGGED',
] as const;
export type TemplateStatus = (typeof templateStatuses)[number];

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
  quality: TemplateQuality;
}

export const templateQualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const;
export type TemplateQuality = (typeof templateQualities)[number];
export const templateCategories = ['AUTHENTICATION', 'MARKETING', 'UTILITY'] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** Meta's report about a template. */
export type TemplateNews =
  | { kind: 'status' }
  | { kind: 'category'; previous: string }
  | { kind: 'quality'; previous: TemplateQuality };

export type TemplateInput = Pick<
  Template,
  'name' | 'language' | 'category' | 'parameterFormat' | 'components'
>;
