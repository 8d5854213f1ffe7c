// A filled template in the words of Infobip: placeholders in their order, one header, and the buttons that have a value.

import { asFields, asText } from '../cloud-api/graph-error.ts';
import type { OutgoingMessage } from '../provider.ts';
import type { FilledComponent, FilledTemplate } from '../template-part.ts';

type Files = OutgoingMessage['files'];
type Parameter = Readonly<Record<string, unknown>>;

const fileTypes = ['image', 'video', 'document'] as const;

const toHeader = (parameter: Parameter | undefined, files: Files): object | null => {
  const type = asText(parameter?.type);
  if (!parameter || type === null) return null;
  if (type === 'location') {
    const { latitude, longitude } = asFields(parameter.location) ?? {};
    return { type: 'LOCATION', latitude, longitude };
  }
  const fileType = fileTypes.find((candidate) => candidate === type);
  if (!fileType) return { type: 'TEXT', placeholder: asText(parameter.text) ?? '' };
  const named = asFields(parameter[fileType]);
  const file = files?.get(asText(named?.media) ?? '');
  const link = file?.kind === 'link' ? file.url : asText(named?.link);
  const filename = asText(named?.filename) ?? file?.filename;
  return {
    type: fileType.toUpperCase(),
    mediaUrl: link,
    ...(fileType === 'document' && filename && { filename }),
  };
};

const toButton = ({ sub_type: kind = '', parameters }: FilledComponent): object => {
  const [parameter] = parameters ?? [];
  const action = asFields(parameter?.action);
  if (kind.toLowerCase() === 'flow') {
    return { type: 'FLOW', flowToken: asText(action?.flow_token) ?? 'unused' };
  }
  const value = parameter?.text ?? parameter?.payload ?? parameter?.coupon_code;
  return { type: kind.toUpperCase(), parameter: asText(value) ?? '' };
};

const partsOf = (components: readonly FilledComponent[], type: FilledComponent['type']) =>
  components.filter((component) => component.type === type);

/** Infobip's templates may have other parts than these; their form there is not known to us. */
export const isCarried = ({ components }: FilledTemplate): boolean =>
  components.every(({ type }) => type === 'header' || type === 'body' || type === 'button');

export const toTemplate = ({ name, language, components }: FilledTemplate, files: Files): object => {
  const header = toHeader(partsOf(components, 'header')[0]?.parameters?.[0], files);
  const buttons = partsOf(components, 'button')
    .toSorted((one, two) => Number(one.index ?? 0) - Number(two.index ?? 0))
    .map(toButton);
  const placeholders = partsOf(components, 'body')
    .flatMap(({ parameters = [] }) => parameters)
    .map((parameter) => asText(parameter.text) ?? '');
  return {
    templateName: name,
    language,
    templateData: {
      // Always there, also when there is nothing to put in.
      body: { placeholders },
      ...(header && { header }),
      ...(buttons.length > 0 && { buttons }),
    },
  };
};
