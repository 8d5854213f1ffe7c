// Starts the dashboard: the language first, because every page needs its words.

import { createRoot } from 'react-dom/client';
import { ProblemError } from './api.ts';
import { startLanguages } from './i18n/i18n.ts';
import { App } from './shell/app.tsx';

/** Refusals of the gateway are explained on the page; only faults of our own belong in the console. */
const reportFault = (error: unknown): void => {
  if (!(error instanceof ProblemError)) reportError(error);
};

await startLanguages();
createRoot(document.getElementById('root') as HTMLElement, { onCaughtError: reportFault }).render(<App />);
