// A template as the gateway knows it: what the provider has, read once into its parts.

import type { TemplateDefinition } from '@hudhud/contract/template-definition.ts';
import type { TemplateComponent } from '../providers/template-part.ts';
import type { Sender } from '../senders/directory.ts';

export interface KnownTemplate {
  /** UUID. */
  readonly id: string;
  readonly provider: string;
  /** The business account at the provider. */
  readonly account: string;
  readonly reference: string;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly status: string;
  readonly reason: string | null;
  readonly parameterFormat: 'named' | 'positional';
  readonly components: readonly TemplateComponent[];
  readonly definition: TemplateDefinition;
}

export interface CompanyTemplates {
  readonly all: readonly KnownTemplate[];
  /** Name of the template for one-time codes; null: the only one there is. */
  readonly otpTemplate: string | null;
}

/** One that is flagged is about to be disabled, and is still sent until then. */
export const isSendable = ({ status }: Pick<KnownTemplate, 'status'>): boolean =>
  status === 'approved' || status === 'flagged';

/** The business account of a sender; null when its provider has no templates or the sender names no account. */
export const accountOf = ({ provider, fields }: Pick<Sender, 'provider' | 'fields'>): string | null =>
  provider.templates?.accountOf(fields) || null;

export const templatesOf = (templates: CompanyTemplates, sender: Sender): readonly KnownTemplate[] => {
  const account = accountOf(sender);
  return templates.all.filter(
    (template) => template.account === account && template.provider === sender.provider.name,
  );
};
