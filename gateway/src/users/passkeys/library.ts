// The passkey library, which is hundreds of files: loaded when somebody uses a passkey.

import { loadLater } from '../../platform/load-later.ts';

export const loadPasskeyLibrary = loadLater(() => import('@simplewebauthn/server'));

export const loadPasskeyHelpers = loadLater(() => import('@simplewebauthn/server/helpers'));
