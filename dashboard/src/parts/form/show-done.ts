// Says for a moment that something is done.

import { notifications } from '@mantine/notifications';

export function showDone(message: string): void {
  notifications.show({ color: 'teal', message });
}
