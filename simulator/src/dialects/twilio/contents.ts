// Twilio's Contents: what a message can be made of beforehand. Those that were approved are templates of the world; the rest
// live here, each with the account that made it.
import type { BusinessNumber } from '../../account/numbers.ts';
import type { Template } from '../../account/templates.ts';
import type { Simulator } from '../../simulator.ts';
import type { Content } from './content.ts';
import { toTypes } from './content-types.ts';
import { fillContent } from './fill-content.ts';
import { newSid } from './ids.ts';
import type { FillContent } from './translate-message.ts';

export interface Contents {
  list(accountSid: string): Content[];
  find(accountSid: string, sid: string): Content | undefined;
  add(content: Omit<Content, 'sid' | 'template'>): Content;
  remove(accountSid: string, sid: string): boolean;
  filler(number: BusinessNumber): FillContent;
}

const contentsMax = 10_000;

/** The id of a template that was not made here, so that it can be sent like any other. */
const sidOfTemplate = (id: string): string => `HX${BigInt(id).toString(16).padStart(32, '0')}`;

export function createContents({ templates }: Simulator): Contents {
  const made = new Map<string, Content>();

  function fromWorld(template: Template): Content {
    const { types, variables } = toTypes(template.components);
    const { id, wabaId: accountSid, name: friendlyName, language } = template;
    return { sid: sidOfTemplate(id), accountSid, friendlyName, language, variables, types, template };
  }

  function list(accountSid: string): Content[] {
    const own = [...made.values()].filter((content) => content.accountSid === accountSid);
    const known = new Set(own.map(({ template }) => template?.id));
    const others = templates.list(accountSid).filter(({ id }) => !known.has(id));
    return [...own, ...others.map(fromWorld)];
  }

  const find = (accountSid: string, sid: string): Content | undefined => {
    const content = made.get(sid);
    if (content) return content.accountSid === accountSid ? content : undefined;
    return list(accountSid).find((other) => other.sid === sid);
  };

  return {
    list,
    find,
    add(content) {
      const added: Content = { ...content, sid: newSid('HX'), template: null };
      made.set(added.sid, added);
      for (const oldest of made.keys()) {
        if (made.size <= contentsMax) break;
        made.delete(oldest);
      }
      return added;
    },
    remove(accountSid, sid) {
      const content = find(accountSid, sid);
      if (!content) return false;
      if (content.template) templates.remove(accountSid, content.template.name, content.template.id);
      made.delete(sid);
      return true;
    },
    filler: (number) => (sid, variables) => {
      const content = find(number.wabaId, sid);
      return content ? fillContent(content, variables) : { kind: 'refused', code: 20404 };
    },
  };
}
