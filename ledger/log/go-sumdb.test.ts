import { needs } from '#crypto/testing/needs.ts'
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { toBase64 } from '../notes/base64.ts'
import { formatVerifierKey } from '../notes/verifier-key.ts'
import { memoryLog } from '../testing/memory-log.ts'
import { logSigners, signedCheckpoint } from '../testing/signed-log.ts'
import { EMPTY_ROOT } from '../tree/hash.ts'
import { proveConsistency, proveInclusion } from '../tree/prove.ts'
import { tilePath } from '../tree/tile.ts'

const ORIGIN = 'vault.example/audit/t/1'
const MOST = 90
const log = memoryLog(MOST)
const sizes = Array.from({ length: MOST }, (_, i) => i + 1)
const rootOf = (size: number): string => toBase64(log.rootOf(size))

/** Debian: golang-go and golang-golang-x-mod-dev, whose packages lie below /usr/share/gocode. */
const environment = {
  ...process.env,
  GO111MODULE: 'off',
  GOPATH: '/usr/share/gocode',
  GOFLAGS: '',
  GOCACHE: '/tmp/quantumshield-go',
}
const go = (args: string[], input = '') => spawnSync('go', args, { env: environment, input, encoding: 'utf8' })
const hasGo = go(['list', 'golang.org/x/mod/sumdb/tlog']).status === 0

/** Every entry of every size, and each two sizes: 4,095 and 4,095 proofs. */
test(
  "Go's sumdb accepts our checkpoint, our proofs and our addresses of tiles",
  needs(hasGo, 'Go with golang.org/x/mod'),
  async () => {
    const signers = await logSigners(ORIGIN)
    const checkpoint = await signedCheckpoint(ORIGIN, { size: MOST, root: log.rootOf(MOST) }, signers, 1_790_000_000)
    const inclusion = await Promise.all(
      sizes.flatMap((size) =>
        sizes.slice(0, size).map(async (_, index) => ({
          size,
          root: rootOf(size),
          index,
          leaf: toBase64(log.leaves[index] ?? EMPTY_ROOT),
          proof: (await proveInclusion(index, size, log.read)).map(toBase64),
        })),
      ),
    )
    const consistency = await Promise.all(
      sizes.flatMap((later) =>
        sizes.slice(0, later).map(async (earlier) => ({
          earlier,
          earlierRoot: rootOf(earlier),
          later,
          laterRoot: rootOf(later),
          proof: (await proveConsistency(earlier, later, log.read)).map(toBase64),
        })),
      ),
    )
    const tiles = [0, 999, 1000, 1_234_067].flatMap((index) =>
      [1, 255, 256].map((width) => ({ level: 1, index, width })),
    )
    const input = {
      key: formatVerifierKey(signers[0].key),
      checkpoint,
      inclusion,
      consistency,
      tilePaths: tiles.map((tile) => ({ ...tile, path: tilePath(tile) })),
    }
    const program = new URL('../testing/sumdb/main.go', import.meta.url).pathname
    const checked = go(['run', program], JSON.stringify(input))
    expect(checked.stderr).toBe('')
    expect(checked.stdout.trim()).toBe(`1 ${inclusion.length} ${consistency.length} ${tiles.length}`)

    const changed = { ...input, inclusion: inclusion.map((one) => ({ ...one, index: (one.index + 1) % one.size })) }
    expect(go(['run', program], JSON.stringify(changed)).stderr).toContain('inclusion')
  },
)
