// A command that sends a message, ready to be pasted into a terminal.

interface CurlLine {
  origin: string;
  companyId: string;
  token: string;
  text: string;
}

export function curlLine({ origin, companyId, token, text }: CurlLine): string {
  const body = JSON.stringify({ to: '+966501234567', message: text });
  return [
    `curl ${origin}/api/v1/messages/send \\`,
    // In double quotes, so that the shell fills in $HUDHUD_TOKEN.
    `  -H ${inDoubleQuotes(`Authorization: Bearer ${token}`)} \\`,
    `  -H 'X-Company-ID: ${companyId}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${inSingleQuotes(body)}`,
  ].join('\n');
}

/** A chosen token may hold any character; only our own placeholder may be expanded. */
const inDoubleQuotes = (text: string): string => {
  const escaped = text.replaceAll(/[\\"`]/g, '\\$&');
  return `"${text.endsWith(' $HUDHUD_TOKEN') ? escaped : escaped.replaceAll('$', '\\$')}"`;
};

const inSingleQuotes = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
