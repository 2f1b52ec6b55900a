import { CodecPage, codecContenders } from '../lib/codec-page.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { makeRandomFile } from '../lib/files.ts'
import { opensslLimit, opensslName } from '../lib/openssl.ts'
import { ratioOf, runRounds } from '../lib/rounds.ts'

const OURS = 'ours, 2 workers'
const SODIUM = 'libsodium secretstream, 4 MiB'
const PGP_CFB = 'openpgp 6, SEIPDv1 CFB'

/** A file on disk becomes sealed segments in Chromium. */
export const seal: Entry = {
  name: 'b01-seal',
  title: 'a 256 MB file on disk is sealed in Chromium',
  holdsBack:
    'reading the file and the memory that WebCrypto takes for each result, not AES: the same segments are opened ' +
    'from memory (b02) in less than half the time.',
  run,
}

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const large = makeRandomFile(folder, 'large.bin', isQuick ? 32 : 256)
  const small = makeRandomFile(folder, 'small.bin', isQuick ? 8 : 64)
  const sample = makeRandomFile(folder, 'sample.bin', 20)
  const page = await CodecPage.start([large, small, sample])
  const contenders = codecContenders(
    page,
    [
      { name: 'ours, 1 worker', codec: 'ours', file: large },
      { name: OURS, codec: 'ours', workers: 2, file: large },
      { name: SODIUM, codec: 'sodium', file: small },
      { name: PGP_CFB, codec: 'pgp-cfb', file: small },
      { name: 'openpgp 6, SEIPDv2 AES-GCM', codec: 'pgp-gcm', file: small },
      { name: 'age-encryption, X25519', codec: 'age', file: small },
      { name: 'WebCrypto per slice of 64 KiB', codec: 'slices-64k', file: small },
      { name: 'WebCrypto per slice of 1 MiB', codec: 'slices-1m', file: large },
    ],
    { sample, isOpening: false },
  )
  const measured = await runRounds([opensslLimit(1), ...contenders], isQuick ? 2 : 7)
  return {
    tables: [{ caption: 'sealing', measured, ratioTo: [SODIUM, PGP_CFB, opensslName(1)] }],
    aims: [
      { what: `times ${SODIUM}`, got: ratioOf(measured, OURS, SODIUM), reachable: 4.5, ambitious: 6 },
      { what: `times ${PGP_CFB}`, got: ratioOf(measured, OURS, PGP_CFB), reachable: 12, ambitious: 16 },
      {
        what: `share of ${opensslName(1)}`,
        got: ratioOf(measured, OURS, opensslName(1)),
        reachable: 0.17,
        ambitious: 0.25,
      },
    ],
    notes: [
      'Peers marked slow in the design seal 64 MB instead of 256; openssl works on one buffer in the cache and reads no file.',
    ],
  }
}
