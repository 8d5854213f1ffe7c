// Turns npm's error into one paragraph: what went wrong, and what to do about it.

/** @type {{ matches: RegExp, says: string }[]} */
const reasons = [
  {
    matches: /\bENOSPC\b/,
    says: 'The disk is full. The dependencies need about 700 MB (and npm keeps a cache of about 300 MB): free some space and start again.',
  },
  {
    matches: /\b(EACCES|EPERM|EROFS)\b/,
    says: 'A file or folder may not be written. Check that this folder, its node_modules and the npm cache ("npm config get cache") belong to you, and start again.',
  },
  {
    matches: /\bE407\b|proxy authentication/i,
    says: 'The proxy asks for a login. Set HTTPS_PROXY=http://user:password@host:port (or "npm config set proxy ...") and start again.',
  },
  {
    matches:
      /\b(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|CERT_HAS_EXPIRED)\b/,
    says: "The registry's certificate is not trusted. Behind a company proxy, set NODE_EXTRA_CA_CERTS to your company's certificate file and start again.",
  },
  {
    matches:
      /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|EIDLETIMEOUT)\b/,
    says: 'The npm registry could not be reached. Check the network; behind a proxy set HTTPS_PROXY; then start again. "npm ping" shows whether it works.',
  },
  {
    matches: /\bEUSAGE\b|can only install packages when|lock file's/i,
    says: 'package.json and package-lock.json do not agree. After an update or a merge, "git status" shows which of them was changed: restore both, or run "npm install" to write a new lockfile.',
  },
  {
    matches: /\bEINTEGRITY\b/,
    says: 'A downloaded package is not the one that the lockfile names. Run "npm cache verify" and start again; if it stays, a proxy or mirror is changing packages.',
  },
  {
    matches: /\b(E401|E403|E404|ETARGET)\b/,
    says: 'The registry refused a package or does not have it. Check "npm config get registry": a private mirror may lack it or ask for a login.',
  },
];

const unknownReason =
  'The lines above are what npm said. "npm ci --ignore-scripts" in this folder repeats it.';

/** @param {string} npmSaid */
export function explainInstallFailure(npmSaid) {
  const reason = reasons.find(({ matches }) => matches.test(npmSaid));
  return `The dependencies could not be installed. ${reason?.says ?? unknownReason}`;
}
