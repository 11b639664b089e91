import { createPrivateKey } from 'node:crypto';

/**
 * A certificate as makers give their authenticators (WebAuthn, "packed" attestation): self-signed, valid until 2126, with
 * the address of a list of revoked ones at `http://revoked.example`.
 */
const CERTIFICATE = [
  'MIICNjCCAd2gAwIBAgIUWMi5c2SJyRyqF3pxh90rQ8QzM7wwCgYIKoZIzj0EAwIwaTELMAkGA1UEBhMCTUsxFjAUBgNVBAoMDUV4',
  'YW1wbGUgTWFrZXIxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xHjAcBgNVBAMMFUV4YW1wbGUgQXV0aGVudGlj',
  'YXRvcjAgFw0yNjExMjkxODA2MDBaGA8yMTI2MTEwNTE4MDYwMFowaTELMAkGA1UEBhMCTUsxFjAUBgNVBAoMDUV4YW1wbGUgTWFr',
  'ZXIxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xHjAcBgNVBAMMFUV4YW1wbGUgQXV0aGVudGljYXRvcjBZMBMG',
  'ByqGSM49AgEGCCqGSM49AwEHA0IABMqsiSiv98LaGTpbngwFDLd+gAjx+uu1g1jwN2XY1rLbGVskBXxLxI9ZJHMMvSYUFX0jq55f',
  'HjLmCI6375sVGuCjYTBfMAwGA1UdEwEB/wQCMAAwMAYDVR0fBCkwJzAloCOgIYYfaHR0cDovL3Jldm9rZWQuZXhhbXBsZS9saXN0',
  'LmNybDAdBgNVHQ4EFgQUB/JAJtBqyB2X4LSHrZWSbhwj6b4wCgYIKoZIzj0EAwIDRwAwRAIgT8Oo/v16CEH5XrV4efFhf43sgVWG',
  'J6JrF2hPzCZRubYCIH7JvoyMsLfOxCWDybUM6adheukNPLk8ToYAuaNAEN/R',
].join('');

const KEY = [
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqcZjvQPx0hPtDBsKACEKt96QDxLzavCVLtInEl4ADu+hRANCAATK',
  'rIkor/fC2hk6W54MBQy3foAI8frrtYNY8Ddl2Nay2xlbJAV8S8SPWSRzDL0mFBV9I6ueXx4y5giOt++bFRrg',
].join('');

export const makerCertificate = () => Buffer.from(CERTIFICATE, 'base64');

export const makerKey = () => createPrivateKey({ key: Buffer.from(KEY, 'base64'), format: 'der', type: 'pkcs8' });
