// Templates that a sender may send at once where free text is refused.

import type { Sender } from '../senders/directory.ts';
import type { TemplateDirectory } from './directory.ts';
import { type KnownTemplate, templatesOf } from './template.ts';

const suggestionsMax = 3;

/** An authentication template carries a code and nothing else. */
const isSuggested = ({ status, category }: KnownTemplate): boolean =>
  status === 'approved' && category !== 'authentication';

/** Templates with the fewest values are the easiest to send; utility ones also reach people who want no marketing. */
const byEase = (a: KnownTemplate, b: KnownTemplate): number =>
  Number(a.category === 'marketing') - Number(b.category === 'marketing') ||
  a.definition.variables.length - b.definition.variables.length ||
  a.name.localeCompare(b.name) ||
  a.language.localeCompare(b.language);

/** Best first, one language of each. Only what is known already: the provider is not asked for a refusal. */
export const suggestFrom =
  (directory: Pick<TemplateDirectory, 'peek' | 'find'>) =>
  async (sender: Sender): Promise<readonly KnownTemplate[]> => {
    const known = directory.peek(sender.companyId) ?? (await directory.find(sender.companyId));
    const byName = new Map<string, KnownTemplate>();
    for (const template of templatesOf(known, sender).filter(isSuggested).toSorted(byEase))
      if (!byName.has(template.name)) byName.set(template.name, template);
    return [...byName.values()].slice(0, suggestionsMax);
  };
