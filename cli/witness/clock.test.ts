import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { memoryLog } from '#ledger/testing/memory-log.ts'
import { logSigners, signedCheckpoint } from '#ledger/testing/signed-log.ts'
import { proveConsistency } from '#ledger/tree/prove.ts'
import { formatAddCheckpoint } from '#ledger/witness/add-checkpoint.ts'
import { lastSeconds } from '#ledger/witness/last-seconds.ts'
import { Witness } from './witness.ts'
import { WitnessFiles } from './witness-files.ts'
import { shortLivedFolder } from '../../test/support/short-lived.ts'

const ORIGIN = 'vault.example/audit/anchor'
const NOW = 1_790_000_000
const log = memoryLog(40)

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-witness-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

test('a witness whose clock was put back signs nothing that is older than what it signed, after a restart as well', async () => {
  const signers = await logSigners(ORIGIN)
  const { logs } = parsePolicy(`${signers.map(({ key }) => `log ${formatVerifierKey(key)}\n`).join('')}quorum none\n`)
  const files = new WitnessFiles(folder)
  const events = { signed: () => undefined, refused: () => undefined }
  let nowSeconds = NOW
  const open = () =>
    Witness.open({ ...files.key('witness.example/1'), files, logs, events, nowMs: () => nowSeconds * 1000 })
  let witness = await open()
  const signs = async (oldSize: number, size: number): Promise<number> => {
    const checkpoint = await signedCheckpoint(ORIGIN, { size, root: log.rootOf(size) }, signers, NOW)
    const proof = await proveConsistency(oldSize, size, log.read)
    const answer = await witness.add(formatAddCheckpoint({ oldSize, proof, checkpoint }))
    expect(answer?.status).toBe(200)
    return lastSeconds(witness.key, checkpoint + (answer?.body ?? ''))
  }
  const times = [await signs(0, 3)]
  nowSeconds = NOW + 1_800
  times.push(await signs(3, 8))
  nowSeconds = NOW - 5_000
  times.push(await signs(8, 8), await signs(8, 20))
  witness = await open()
  times.push(await signs(20, 40))
  expect(times).toEqual([NOW, NOW + 1_800, NOW + 1_800, NOW + 1_800, NOW + 1_800])
})
