// For the TypeScript that uses explain-install-failure.mjs.

export function explainInstallFailure(npmSaid: string): string;
