const hexOf = (bytes: ArrayLike<number>) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');
const sumOf = (bytes: number[]) => bytes.reduce((sum, byte) => sum + byte, 0) & 0xff;

export function intelLine(type: number, at: number, data: ArrayLike<number> = []): string {
  const record = [data.length, (at >>> 8) & 0xff, at & 0xff, type, ...Array.from(data)];
  return `:${hexOf([...record, -sumOf(record) & 0xff])}\r\n`;
}

export function motorolaLine(type: number, at: number, data: ArrayLike<number> = []): string {
  const address = [(at >>> 24) & 0xff, (at >>> 16) & 0xff, (at >>> 8) & 0xff, at & 0xff];
  const record = [data.length + 5, ...address, ...Array.from(data)];
  return `S${type}${hexOf([...record, ~sumOf(record) & 0xff])}\n`;
}

export const upperHalf = (address: number) => intelLine(4, 0, [(address >>> 24) & 0xff, (address >>> 16) & 0xff]);
export const intelEnd = intelLine(1, 0);

export function intelHex(bytes: Uint8Array, address = 0): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x20) {
    if (at % 0x10000 === 0) text += upperHalf(address + at);
    text += intelLine(0, at & 0xffff, bytes.subarray(at, at + 0x20));
  }
  return text + intelEnd;
}

export function motorola(bytes: Uint8Array, address: number): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x20) text += motorolaLine(3, address + at, bytes.subarray(at, at + 0x20));
  return text + motorolaLine(7, address);
}
