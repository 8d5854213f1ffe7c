// Why an accepted message fails afterwards even without a fault: the person stopped marketing, the 24-hour window is
// closed, or the media is of another kind than the message says.

import type { MediaStore } from '../account/media.ts';
import { isMediaKind, kindOfFile } from '../account/media-types.ts';
import type { ServiceWindows } from '../account/service-windows.ts';
import type { StatusFault } from '../fault/faults-by-name.ts';
import type { CheckedMessage } from './check-message.ts';
import { asObject } from './check-value.ts';

export interface StatusFaultParts {
  windows: ServiceWindows;
  media: MediaStore;
  phoneNumberId: string;
  windowEnforced: boolean;
}

export function chooseStatusFault(
  message: CheckedMessage,
  fault: StatusFault | null,
  { windows, media, phoneNumberId, windowEnforced }: StatusFaultParts,
): StatusFault | null {
  const { waId, type, template } = message;
  const isMarketing = template?.template.category === 'MARKETING';
  if (isMarketing && windows.hasStoppedMarketing(phoneNumberId, waId)) {
    return { kind: 'fail', code: 131050 };
  }
  const isWindowed = windowEnforced || fault?.kind === 'window';
  if (isWindowed && type !== 'template' && !windows.isOpen(phoneNumberId, waId)) {
    return { kind: 'fail', code: 131047 };
  }
  return isWrongMedia(message, media) ? { kind: 'fail', code: 131053 } : fault;
}

/** A PDF sent as an image is accepted, and fails afterwards. */
function isWrongMedia({ type, content }: CheckedMessage, media: MediaStore): boolean {
  const id = isMediaKind(type) ? asObject(content)?.id : undefined;
  if (typeof id !== 'string') return false;
  return kindOfFile(media.find(id)?.mimeType ?? '') !== type;
}
