// Which network a caller belongs to. One machine usually owns a whole IPv6 /64, so its addresses are one caller; an IPv4
// address stands for itself.

const networkGroups = 4;
const addressGroups = 8;

export const callerNetwork = (address: string): string => {
  const plain = address.replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, addressGroups - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups
    .slice(0, networkGroups)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
};
