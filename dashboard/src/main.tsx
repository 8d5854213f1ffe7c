// Starts the dashboard: the language first, because every page needs its words.

import { createRoot } from 'react-dom/client';
import { startLanguages } from './i18n/i18n.ts';
import { App } from './shell/app.tsx';

await startLanguages();
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
