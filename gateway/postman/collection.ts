// The parts of a Postman collection (version 2.1) that we read and write.

export interface Variable {
  readonly key: string;
  readonly value: string;
  readonly description?: string;
}

export interface Parameter {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly description?: unknown;
}

export interface Script {
  readonly listen: 'prerequest' | 'test';
  readonly script: { readonly type: 'text/javascript'; readonly exec: readonly string[] };
}

export interface Request {
  readonly method: string;
  readonly description?: unknown;
  readonly header?: readonly Parameter[];
  readonly body?: { readonly mode: string; readonly raw: string; readonly options?: unknown };
  readonly url: {
    readonly host: readonly string[];
    readonly path: readonly string[];
    readonly query: readonly Parameter[];
    readonly variable: readonly Parameter[];
  };
}

export interface SavedAnswer {
  readonly name: string;
  readonly status: string;
  readonly code: number;
  readonly header: readonly Parameter[];
  readonly body?: string;
  /** What was asked: Postman opens it from the list of examples. */
  readonly originalRequest?: Request;
}

export interface Item {
  readonly name: string;
  readonly request: Request;
  readonly response: readonly SavedAnswer[];
  readonly event?: readonly Script[];
}

export interface Folder {
  readonly name: string;
  readonly description?: unknown;
  readonly item: readonly (Item | Folder)[];
}

export interface Collection {
  readonly info: Readonly<Record<string, unknown>>;
  readonly auth: unknown;
  readonly event: readonly Script[];
  readonly variable: readonly Variable[];
  readonly item: readonly Folder[];
}

export const script = (listen: Script['listen'], lines: readonly string[]): Script => ({
  listen,
  script: { type: 'text/javascript', exec: lines },
});
