// The greeting of a gateway that is ready is part of its promise: a person pastes from it.

const labels = ['Address', 'Dashboard', 'Company ID', 'Token'];

/** The labels that a first start prints and that are not there yet. */
export function missingLabels(output: string): string[] {
  const lines = output.split('\n');
  return labels.filter((label) => !lines.some((line) => line.includes(label)));
}

/** The curl command of the greeting with its continuation lines, once the whole of it has been printed. */
export function findCurl(output: string): string | undefined {
  const lines = output.split('\n');
  const first = lines.findIndex((line) => /^\s*(\$ )?curl /.test(line));
  if (first === -1) return undefined;
  const last = lines.findIndex((line, index) => index >= first && !line.trimEnd().endsWith('\\'));
  // The text after the last line break is still being printed.
  if (last === -1 || last === lines.length - 1) return undefined;
  return lines
    .slice(first, last + 1)
    .join('\n')
    .trim()
    .replace(/^\$ /, '');
}

export const saysHowToSetToken = (output: string): boolean => /hudhud\b.*\btoken\b/.test(output);
export const saysItInstalls = (output: string): boolean =>
  /Installing the dependencies|Building the dashboard/.test(output);

export function installSeconds(output: string): number | undefined {
  const match = /Dependencies installed in (\d+) s/.exec(output);
  return match ? Number(match[1]) : undefined;
}
