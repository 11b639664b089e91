import { textSamples } from '../../testing/text-sample.ts';

export const mjdIdentity = '\xAAU\xCC31413X999  \xAAU\xCC355199999 ZJ y\x12\x86\xED\x98MAG  01246JO01D';

export const mjdSample = textSamples({
  sizeBytes: 0x10000,
  texts: [
    [0x9a, mjdIdentity],
    [0xe162, '6JF   MUST_C31416JF'],
  ],
});
