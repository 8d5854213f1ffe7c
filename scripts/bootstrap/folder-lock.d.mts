// For the TypeScript that uses folder-lock.mjs.

export interface FolderLockOptions {
  readonly onWait?: () => void;
  readonly pollMs?: number;
  readonly beatMs?: number;
  readonly silentMs?: number;
}

export function withFolderLock<T>(
  lockPath: string,
  options: FolderLockOptions,
  work: () => Promise<T>,
): Promise<T>;
