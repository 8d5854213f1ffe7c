// "1 MiB": sizes in the binary units that the gateway's settings use.

const unitNames = ['B', 'KiB', 'MiB', 'GiB'];

export function byteSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < unitNames.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number(value.toFixed(1))} ${unitNames[unit]}`;
}
