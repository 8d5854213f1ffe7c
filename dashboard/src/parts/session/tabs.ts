// Tabs of one browser share the session: signing in in one of them lets the others go on.

/** One for both directions: a channel does not receive its own messages, but another one in the same tab would. */
const channel = new BroadcastChannel('hudhud.session');

export const notifyTabs = (): void => channel.postMessage('signed-in');

/** Calls back whenever another tab has signed in; returns how to stop listening. */
export function onSignedInElsewhere(listener: () => void): () => void {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}
