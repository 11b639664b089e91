/** A picture of a film as the browser has encoded it (VP9). */
export interface EncodedPicture {
  bytes: Buffer;
  atMs: number;
  /** It can be shown without the pictures before it. */
  isKey: boolean;
}

export interface Film {
  width: number;
  height: number;
  durationMs: number;
  pictures: readonly EncodedPicture[];
}

/** The elements of a WebM file that a film without sound needs (RFC 9559). */
const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxer: 0x4d80,
  writer: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cues: 0x1c53bb6b,
  cue: 0xbb,
  cueTime: 0xb3,
  cuePlaces: 0xb7,
  cueTrack: 0xf7,
  cuePlace: 0xf1,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  block: 0xa3,
} as const;

/** Writes a film into a WebM file: with a place to jump to for each picture that stands for itself. */
export function writeWebm({ width, height, durationMs, pictures }: Film): Buffer {
  const head = element('ebml', element('docType', Buffer.from('webm')));
  const name = Buffer.from('Tunedesk');
  const info = element(
    'info',
    number('timestampScale', 1_000_000),
    element('duration', doubleOf(durationMs)),
    element('muxer', name),
    element('writer', name),
  );
  const video = element('video', number('width', width), number('height', height));
  const track = [number('trackNumber', 1), number('trackUid', 1), number('trackType', 1)];
  const tracks = element('tracks', element('track', ...track, element('codec', Buffer.from('V_VP9')), video));
  const clusters = groupClusters(pictures).map((group) => ({ at: group[0]?.atMs ?? 0, bytes: writeCluster(group) }));
  // Every number in it has a fixed length, so its own length is known before the places are.
  const cuesBytes = cuesAt(clusters, 0).length;
  const cues = cuesAt(clusters, info.length + tracks.length + cuesBytes);
  return Buffer.concat([head, element('segment', info, tracks, cues, ...clusters.map(({ bytes }) => bytes))]);
}

/** Splits the pictures before each that stands for itself. */
function groupClusters(pictures: readonly EncodedPicture[]): EncodedPicture[][] {
  const groups: EncodedPicture[][] = [];
  for (const picture of pictures) {
    if (picture.isKey) groups.push([picture]);
    else groups.at(-1)?.push(picture);
  }
  return groups;
}

function writeCluster(pictures: readonly EncodedPicture[]): Buffer {
  const begin = pictures[0]?.atMs ?? 0;
  const blocks = pictures.map(({ bytes, atMs, isKey }) => {
    const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0]);
    head.writeInt16BE(atMs - begin, 1);
    return element('block', head, bytes);
  });
  return element('cluster', number('clusterTime', begin), ...blocks);
}

function cuesAt(clusters: readonly { at: number; bytes: Buffer }[], first: number): Buffer {
  let place = first;
  const cues = clusters.map(({ at, bytes }) => {
    const places = element('cuePlaces', number('cueTrack', 1), number('cuePlace', place));
    place += bytes.length;
    return element('cue', number('cueTime', at), places);
  });
  return element('cues', ...cues);
}

/** An element: its id, its length in eight bytes, its content. */
function element(id: keyof typeof ID, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  const code = ID[id].toString(16);
  return Buffer.concat([Buffer.from(code, 'hex'), length, body]);
}

function number(id: keyof typeof ID, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(id, bytes);
}

function doubleOf(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}
