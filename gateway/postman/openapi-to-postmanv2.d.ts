// The converter ships no types; this is the one function we call.

declare module 'openapi-to-postmanv2' {
  interface Conversion {
    readonly result: boolean;
    readonly reason?: string;
    readonly output?: readonly { readonly data: unknown }[];
  }
  const converter: {
    convertV2(
      source: { type: 'json'; data: unknown },
      options: Record<string, unknown>,
      done: (error: Error | null, conversion: Conversion) => void,
    ): void;
  };
  export default converter;
}
