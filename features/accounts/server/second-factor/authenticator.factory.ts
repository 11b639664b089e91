import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Config } from '../../../../server/config.ts';
import type { NewPasskey, PasskeyAnswer } from '../../passkey-fields.ts';
import { makerCertificate, makerKey } from './maker-certificate.factory.ts';
import { getRelyingParty } from './relying-party.ts';

/** What an attack changes of what an honest browser and authenticator send. */
export interface Forgery {
  origin?: string;
  rpID?: string;
  counter?: number;
  isVerified?: boolean;
  userHandle?: string | undefined;
  challenge?: string;
  /** Proves its maker by a certificate. */
  hasCertificate?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** The shortest form, as authenticators must write it; up to 65 535 bytes. */
const head = (type: number, length: number) =>
  length < 24
    ? Buffer.from([(type << 5) | length])
    : length < 256
      ? Buffer.from([(type << 5) | 24, length])
      : Buffer.from([(type << 5) | 25, length >> 8, length & 0xff]);
const toInteger = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const toBytes = (bytes: Uint8Array) => Buffer.concat([head(2, bytes.length), bytes]);
const toText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const toMap = (...pairs: (readonly [Buffer, Buffer])[]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

const toList = (item: Buffer) => Buffer.concat([head(4, 1), item]);

const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** The public key as an authenticator sends it (COSE, ES256). */
const writeKey = ({ x = '', y = '' }: { x?: string; y?: string }) =>
  toMap(
    [toInteger(1), toInteger(2)],
    [toInteger(3), toInteger(-7)],
    [toInteger(-1), toInteger(1)],
    [toInteger(-2), toBytes(Buffer.from(x, 'base64url'))],
    [toInteger(-3), toBytes(Buffer.from(y, 'base64url'))],
  );

type Said = Required<Pick<Forgery, 'rpID' | 'counter'>> & { flags: number; more?: Buffer };

function writeAuthenticatorData({ rpID, counter, flags, more = Buffer.alloc(0) }: Said): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  return Buffer.concat([createHash('sha256').update(rpID).digest(), Buffer.from([flags]), counted, more]);
}

function writeClientData(type: string, options: object, said: Pick<Forgery, 'origin' | 'challenge'>): Buffer {
  const challenge = said.challenge ?? (options as { challenge: string }).challenge;
  return Buffer.from(JSON.stringify({ type, challenge, origin: said.origin, crossOrigin: false }));
}

function proveMaker(authData: Buffer, clientData: Buffer): readonly [string, Buffer] {
  const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
  const statement = toMap(
    [toText('alg'), toInteger(-7)],
    [toText('sig'), toBytes(sign('sha256', signed, makerKey()))],
    [toText('x5c'), toList(toBytes(makerCertificate()))],
  );
  return ['packed', statement];
}

/** An authenticator made of software, with one passkey (ES256), and the browser in front of it. */
export function buildAuthenticator(config: Pick<Config, 'publicUrl' | 'port'>, handle?: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const bytes = randomBytes(32);
  const id = inBase64(bytes);
  const { origin, rpID: ownId } = getRelyingParty(config);
  const key = writeKey(publicKey.export({ format: 'jwk' }));
  let count = 0;
  let knownAs = handle;
  const say = ({ rpID = ownId, isVerified = true, counter = count + 1 }: Forgery, flags: number, more?: Buffer) => {
    count = counter;
    const all = PRESENT | flags | (isVerified ? VERIFIED : 0);
    return writeAuthenticatorData({ rpID, counter, flags: all, ...(more && { more }) });
  };
  const credential = { id, rawId: id, type: 'public-key' } as const;
  return {
    credentialId: id,
    publicKey: new Uint8Array(key),
    /** `navigator.credentials.create` */
    make(options: object, forgery: Forgery = {}): NewPasskey {
      knownAs = (options as { user: { id: string } }).user.id;
      const authData = say(
        forgery,
        HAS_KEY,
        Buffer.concat([Buffer.alloc(16), Buffer.from([0, bytes.length]), bytes, key]),
      );
      const clientData = writeClientData('webauthn.create', options, { origin, ...forgery });
      const [format, statement] = forgery.hasCertificate
        ? proveMaker(authData, clientData)
        : (['none', toMap()] as const);
      const attestationObject = inBase64(
        toMap([toText('fmt'), toText(format)], [toText('attStmt'), statement], [toText('authData'), toBytes(authData)]),
      );
      const response = { clientDataJSON: inBase64(clientData), attestationObject, transports: ['internal' as const] };
      return { ...credential, response };
    },
    /** `navigator.credentials.get` */
    answer(options: object, forgery: Forgery = {}): PasskeyAnswer {
      const clientData = writeClientData('webauthn.get', options, { origin, ...forgery });
      const authData = say(forgery, 0);
      const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
      const userHandle = 'userHandle' in forgery ? forgery.userHandle : knownAs;
      const response = {
        clientDataJSON: inBase64(clientData),
        authenticatorData: inBase64(authData),
        signature: inBase64(sign('sha256', signed, privateKey)),
        ...(userHandle !== undefined && { userHandle }),
      };
      return { ...credential, response };
    },
  };
}
