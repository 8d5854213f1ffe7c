// Resolves the files of a message that is about to be stored. A plain text has none and costs no query.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { AppError } from '../../platform/errors.ts';
import { personKey } from '../../platform/person-key.ts';
import type { CompanyTemplates } from '../../templates/template.ts';
import { addressOf, type SendCommand } from '../send-command.ts';
import { type HeaderKinds, headerKindsOf } from './use-template.ts';

export interface FileUser {
  readonly companyId: string;
  /** Null: it goes to several people. */
  readonly personKey: string | null;
  readonly sendAt: Date;
  /** Kinds of files that the headers of its template show; a file of another kind is refused. */
  readonly headerKinds?: HeaderKinds | undefined;
}

/** The content with its files by id; null when it names none. Throws the refusal of a wrong file. */
export type ResolveFiles = (content: MessageContent, user: FileUser) => Promise<MessageContent> | null;

interface WithFiles {
  readonly resolveFiles: ResolveFiles;
}

/** Undefined for a content without files. */
export const resolveFiles = (
  options: WithFiles,
  companyId: string,
  command: SendCommand,
  templates?: CompanyTemplates,
): Promise<MessageContent> | undefined => {
  if (command.content.type === 'text') return undefined;
  const at = Date.parse(command.scheduleAt ?? '');
  const user = {
    companyId,
    personKey: personKey(addressOf(command)),
    sendAt: new Date(Number.isNaN(at) ? Date.now() : at),
    headerKinds: templates && headerKindsOf(templates, command),
  };
  return options.resolveFiles(command.content, user) ?? undefined;
};

export type ResolvedFiles = ReadonlyMap<SendCommand, MessageContent | AppError>;

const atOnce = 8;

/** For many messages: a wrong file of one does not affect the others. Undefined when none has a file. */
export const resolveAllFiles = async (
  options: WithFiles,
  companyId: string,
  commands: readonly SendCommand[],
  templates?: CompanyTemplates,
): Promise<ResolvedFiles | undefined> => {
  const rich = commands.filter(({ content }) => content.type !== 'text');
  if (rich.length === 0) return undefined;
  const resolved = new Map<SendCommand, MessageContent | AppError>();
  const work = rich.values();
  const worker = async (): Promise<void> => {
    for (const command of work) {
      try {
        const content = await resolveFiles(options, companyId, command, templates);
        if (content) resolved.set(command, content);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        resolved.set(command, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return resolved;
};
