// Not through `#crypto/index.ts`: that would load words and signatures too.
import { equalBytes } from '#crypto/bytes.ts'
import { contentAad } from '#crypto/envelope/content.ts'
import { openBytes, sealBytes } from '#crypto/envelope/floe.ts'
import { newFileKey } from '#crypto/envelope/keys.ts'
import { draw, randomUuid, systemRandom } from '#crypto/primitives/random.ts'
import { xWing, xWingPath } from '#crypto/primitives/xwing.ts'

/** Key agreements are short; sealing 8 MiB is not, and a visitor did not ask for it. */
const AGREEMENTS = 10
const SEALINGS = 3
const SAMPLE_BYTES = 8 * 1024 * 1024

/** Times in milliseconds; medians of ten agreements and of three sealings, after one of each that is not counted. */
export type RoundTrip = {
  /** Whether the browser's own ML-KEM computed, or JavaScript. */
  path: 'native' | 'composite' | 'noble'
  makeMs: number
  wrapMs: number
  unwrapMs: number
  publicKeyBytes: number
  encBytes: number
  isSameSecret: boolean
  sampleBytes: number
  sealMs: number
  openMs: number
  isSameContent: boolean
}

/**
 * Key agreement by X-Wing (ML-KEM-768 and X25519), then 8 MiB of random bytes sealed and opened as the vault does it with files. Both by
 * the code of the vault.
 */
export async function roundTrip(): Promise<RoundTrip> {
  const kem = await xWing()
  const agreements = await repeat(AGREEMENTS, async () => {
    const seed = draw(systemRandom, kem.seedBytes)
    const [publicKey, makeMs] = await timed(() => kem.publicKey(seed))
    const [{ enc, sharedSecret }, wrapMs] = await timed(() => kem.encapsulate(publicKey, systemRandom))
    const [opened, unwrapMs] = await timed(() => kem.decapsulate(seed, enc))
    return { makeMs, wrapMs, unwrapMs, isSame: equalBytes(opened, sharedSecret) }
  })
  const plain = draw(systemRandom, SAMPLE_BYTES)
  const contents = await repeat(SEALINGS, async () => {
    const [key, aad] = [newFileKey(systemRandom), contentAad(randomUuid(systemRandom))]
    const [sealed, sealMs] = await timed(() => sealBytes({ key, aad, random: systemRandom, plain }))
    const [opened, openMs] = await timed(() => openBytes({ key, aad, sealed }))
    return { sealMs, openMs, isSame: equalBytes(opened, plain) }
  })
  return {
    path: await xWingPath(),
    makeMs: median(agreements.map(({ makeMs }) => makeMs)),
    wrapMs: median(agreements.map(({ wrapMs }) => wrapMs)),
    unwrapMs: median(agreements.map(({ unwrapMs }) => unwrapMs)),
    publicKeyBytes: kem.publicKeyBytes,
    encBytes: kem.encBytes,
    isSameSecret: agreements.every(({ isSame }) => isSame),
    sampleBytes: SAMPLE_BYTES,
    sealMs: median(contents.map(({ sealMs }) => sealMs)),
    openMs: median(contents.map(({ openMs }) => openMs)),
    isSameContent: contents.every(({ isSame }) => isSame),
  }
}

async function repeat<T>(times: number, once: () => Promise<T>): Promise<T[]> {
  await once()
  const results: T[] = []
  for (let at = 0; at < times; at++) results.push(await once())
  return results
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now()
  const value = await work()
  return [value, performance.now() - started]
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
