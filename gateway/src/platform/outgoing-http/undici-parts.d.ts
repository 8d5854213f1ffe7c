// The two parts of undici that are used, under the names of their files. Its front door also loads fetch, WebSockets, caches
// and mocks: 12 MB of every process.

declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
