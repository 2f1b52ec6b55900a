import { CodecPage, codecContenders } from '../lib/codec-page.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { makeRandomFile } from '../lib/files.ts'
import { opensslLimit, opensslName } from '../lib/openssl.ts'
import { ratioOf, runRounds } from '../lib/rounds.ts'

const OURS = 'ours, 2 workers'
const SODIUM = 'libsodium secretstream, 4 MiB'
const PGP_CFB = 'openpgp 6, SEIPDv1 CFB'

/** Sealed bytes in memory are opened in Chromium. */
export const open: Entry = {
  name: 'b02-open',
  title: 'sealed bytes in memory are opened in Chromium',
  holdsBack:
    'Chromium copies each segment on its way into WebCrypto and takes fresh memory for each result; AES itself is a small part.',
  run,
}

async function run({ isQuick, folder }: BenchContext): Promise<Section> {
  const large = makeRandomFile(folder, 'large.bin', isQuick ? 32 : 192)
  const small = makeRandomFile(folder, 'small.bin', isQuick ? 8 : 64)
  const smallest = makeRandomFile(folder, 'smallest.bin', isQuick ? 8 : 32)
  const page = await CodecPage.start([large, small, smallest])
  const contenders = codecContenders(
    page,
    [
      { name: 'ours, 1 worker', codec: 'ours', file: large },
      { name: OURS, codec: 'ours', workers: 2, file: large },
      { name: SODIUM, codec: 'sodium', file: small },
      { name: PGP_CFB, codec: 'pgp-cfb', file: smallest },
      { name: 'openpgp 6, SEIPDv2 AES-GCM', codec: 'pgp-gcm', file: smallest },
      { name: 'age-encryption, X25519', codec: 'age', file: smallest },
      { name: 'WebCrypto, chunks of 64 KiB', codec: 'slices-64k', file: small },
      { name: 'WebCrypto, chunks of 1 MiB', codec: 'slices-1m', file: small },
    ],
    { sample: smallest, isOpening: true },
  )
  const measured = await runRounds([opensslLimit(2), ...contenders], isQuick ? 2 : 7)
  return {
    tables: [{ caption: 'opening', measured, ratioTo: [SODIUM, PGP_CFB, opensslName(2)] }],
    aims: [
      { what: `times ${SODIUM}`, got: ratioOf(measured, OURS, SODIUM), reachable: 6, ambitious: 7 },
      {
        what: `share of ${opensslName(2)}`,
        got: ratioOf(measured, OURS, opensslName(2)),
        reachable: 0.22,
        ambitious: 0.3,
      },
    ],
    notes: [
      'Each worker opens a message of its own (192 MB ours, 32 or 64 MB the peers), all of it in memory before the clock starts.',
    ],
  }
}
