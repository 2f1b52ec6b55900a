import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parsePolicy, type Policy } from '#ledger/notes/policy.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { Witness } from '../../cli/witness/witness.ts'
import { WitnessFiles } from '../../cli/witness/witness-files.ts'
import { witnessServer } from '../../cli/witness/witness-server.ts'
import { shortLivedFolder } from './short-lived.ts'

/** A real witness within this process. It knows no log until it is told. */
export type OwnWitness = {
  readonly witness: Witness
  readonly folder: string
  /** For `LEDGER_WITNESSES`: it has to sign. */
  readonly setting: string
  /** Logs whose second history it was shown. */
  readonly refused: readonly string[]
  /** From now on it signs the log of this policy. */
  watch: (policy: string) => void
  stop: () => void
}

export async function startOwnWitness(): Promise<OwnWitness> {
  const folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-witness-'))
  const files = new WitnessFiles(folder)
  const logs: Policy['logs'][number][] = []
  const refused: string[] = []
  const events = { signed: () => undefined, refused: (origin: string) => void refused.push(origin) }
  const witness = await Witness.open({ ...files.key('witness.example/1'), files, logs, events })
  const server = witnessServer(witness)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    witness,
    folder,
    setting: `witness W ${formatVerifierKey(witness.key)} http://127.0.0.1:${port}/\nquorum W`,
    refused,
    watch: (policy) => void logs.push(...parsePolicy(policy).logs),
    stop: () => {
      server.closeAllConnections()
      server.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
