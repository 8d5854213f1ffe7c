// Which of the first steps this browser has already taken: the checklist on the overview ticks them off.

export type FirstStep = 'request' | 'message';

const storageKey = (step: FirstStep): string => `hudhud.opened.${step}`;

export const hasOpened = (step: FirstStep): boolean => localStorage.getItem(storageKey(step)) !== null;

export const rememberOpened = (step: FirstStep): void => localStorage.setItem(storageKey(step), 'yes');
