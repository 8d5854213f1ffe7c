// Meta's errors: the catalogue of codes with their documented HTTP status, the envelope of a refused request, and the
// shorter form inside a `failed` status. Titles are Meta's where they were seen, and never a thing to branch on.

export interface GraphError {
  kind: 'graph_error';
  status: number;
  code: number;
  message: string;
  title: string;
  details: string | null;
  type: 'OAuthException' | 'GraphMethodException';
  subcode: number | null;
}

const catalogue: Record<number, readonly [status: number, title: string, details?: string]> = {
  0: [401, 'AuthException', 'The app user could not be authenticated.'],
  1: [400, 'API Unknown'],
  2: [503, 'API Service', 'Service temporarily unavailable.'],
  3: [500, 'API Method', 'Capability or permission problem.'],
  4: [400, 'API Too Many Calls', 'The app has reached its call rate limit.'],
  10: [403, 'API Permission Denied'],
  33: [400, 'Parameter value is not valid', 'The business phone number has been deleted.'],
  100: [400, 'Invalid parameter'],
  190: [401, 'Access token has expired'],
  200: [403, 'API Permission'],
  368: [403, 'Temporarily blocked for policies violations'],
  2200: [400, 'Callback verification failed'],
  80007: [400, 'Rate limit issues', 'The WhatsApp Business Account has reached its rate limit.'],
  130429: [400, 'Rate limit hit', 'Cloud API message throughput has been reached.'],
  130472: [400, "User's number is part of an experiment"],
  130497: [403, 'Business account is restricted from messaging users in this country.'],
  131000: [500, 'Something went wrong', 'Message failed to send due to an unknown error.'],
  131005: [403, 'Access denied'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131016: [500, 'Service unavailable'],
  131021: [400, 'Recipient cannot be sender'],
  131026: [400, 'Message undeliverable', 'Message Undeliverable.'],
  131030: [400, 'Recipient phone number not in allowed list'],
  131031: [403, 'Business Account locked'],
  131037: [400, 'Display name approval is needed'],
  131042: [400, 'Business eligibility payment issue'],
  131045: [500, 'Incorrect certificate'],
  131047: [
    400,
    'Re-engagement message',
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  ],
  131048: [400, 'Spam rate limit hit'],
  131049: [
    400,
    'This message was not delivered to maintain healthy ecosystem engagement.',
    'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
  ],
  131050: [
    400,
    'User has stopped marketing messages',
    'The user has chosen to stop receiving marketing messages on WhatsApp from your business.',
  ],
  131051: [400, 'Unsupported message type'],
  131052: [400, 'Media download error'],
  131053: [400, 'Media upload error'],
  131055: [400, 'Method not allowed'],
  131056: [
    400,
    '(Business Account, Consumer Account) pair rate limit hit',
    'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
  ],
  131057: [500, 'Account in maintenance mode'],
  131059: [400, 'Invalid cursor'],
  131062: [400, 'Business-scoped user ID recipients not supported'],
  131063: [400, 'Marketing templates disabled'],
  131064: [400, 'Messaging limit reached'],
  132000: [400, 'Number of parameters does not match the expected number of params'],
  132001: [404, 'Template name does not exist in the translation'],
  132005: [400, 'Translated text too long'],
  132007: [400, 'Template content policy violation'],
  132008: [400, 'Parameter value format mismatch'],
  132012: [400, 'Parameter format does not match format in the created template'],
  132015: [400, 'Template is paused'],
  132016: [400, 'Template is disabled'],
  132068: [400, 'Flow is blocked'],
  132069: [400, 'Flow is throttled'],
  133000: [500, 'Deregistration incomplete'],
  133004: [503, 'Server temporarily unavailable'],
  133005: [400, 'Two step verification PIN mismatch'],
  133006: [400, 'Phone number re-verification needed'],
  133008: [400, 'Too many two step verification PIN guesses'],
  133009: [400, 'Two step verification PIN guessed too fast'],
  133010: [400, 'Account not registered'],
  133015: [400, 'Please wait a few minutes before attempting to register this phone number'],
  133016: [400, 'Account register/deregister rate limit exceeded'],
  134011: [400, 'Payments terms of service have not been accepted'],
  135000: [400, 'Generic user error'],
  137000: [400, 'Recipient identity key hash mismatch'],
};

const documentation = '/documentation/business-messaging/whatsapp/support/error-codes';

export function isKnownErrorCode(code: number): boolean {
  return Object.hasOwn(catalogue, code);
}

export function graphError(code: number, details?: string): GraphError {
  const [status, title, usualDetails] = catalogue[code] ?? [400, 'Unknown error'];
  return {
    kind: 'graph_error',
    status,
    code,
    message: `(#${code}) ${title}`,
    title,
    details: details ?? usualDetails ?? null,
    type: 'OAuthException',
    subcode: null,
  };
}

export function tokenError(): GraphError {
  const message =
    'Error validating access token: Session has expired or the token is malformed. Get a new access token.';
  return { ...graphError(190), message };
}

/** Graph's error when the id in the path names nothing the token may see. */
export function unknownObjectError(id: string, method: string): GraphError {
  return {
    ...graphError(100),
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    type: 'GraphMethodException',
    subcode: 33,
  };
}

export function graphErrorBody(error: GraphError, traceId: string): object {
  return {
    error: {
      message: error.message,
      type: error.type,
      code: error.code,
      ...(error.details !== null && {
        error_data: { messaging_product: 'whatsapp', details: error.details },
      }),
      ...(error.subcode !== null && { error_subcode: error.subcode }),
      fbtrace_id: traceId,
    },
  };
}

/** The error as it stands inside a `failed` status. */
export function statusError(code: number): object {
  const { title, details } = graphError(code);
  return {
    code,
    title,
    message: title,
    error_data: { details: details ?? title },
    href: documentation,
  };
}
