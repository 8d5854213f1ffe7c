// The guides: the pages of the repository's docs folder, in the order in which a newcomer needs them. Each is loaded when it
// is opened.

const order = [
  'getting-started',
  'connecting-whatsapp',
  'connecting-360dialog',
  'connecting-twilio',
  'connecting-infobip',
  'connecting-vonage',
  'sending',
  'receiving',
  'webhooks',
  'events',
  'contacts',
  'campaigns',
  'routes',
  'n8n',
  'errors',
  'limits',
  'migration',
  'self-hosting',
  'operations',
  'security',
  'providers',
  'whats-new',
] as const;

export type GuideName = (typeof order)[number];

const files = import.meta.glob<string>(['../../../../docs/*.md', '../../../../CHANGELOG.md'], {
  query: '?raw',
  import: 'default',
});
const pathOf = (name: string): string =>
  name === 'whats-new' ? '../../../../CHANGELOG.md' : `../../../../docs/${name}.md`;

/** The guides that this build was made with. */
export const guides: readonly GuideName[] = order.filter((name) => pathOf(name) in files);

export const findGuide = (name: string): GuideName | null => guides.find((guide) => guide === name) ?? null;

export const loadGuide = async (name: GuideName): Promise<string> => (await files[pathOf(name)]?.()) ?? '';
