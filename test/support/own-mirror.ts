import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { Mirror } from '../../cli/mirror/mirror.ts'
import { mirrorServer } from '../../cli/mirror/mirror-server.ts'
import { WitnessFiles } from '../../cli/witness/witness-files.ts'
import { shortLivedFolder } from './short-lived.ts'

/** A real mirror within this process. It knows no log until one is given to it. */
export type OwnMirror = {
  readonly url: string
  /** For `LEDGER_MIRRORS`. */
  readonly line: string
  /** Logs whose second history it was shown. */
  readonly refused: readonly string[]
  /** From now on it keeps the log of this policy. */
  watch: (policy: string) => Promise<void>
  stop: () => void
}

export async function startOwnMirror(): Promise<OwnMirror> {
  const folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-mirror-'))
  const files = new WitnessFiles(folder, 'mirror')
  const refused: string[] = []
  const events = { signed: () => undefined, refused: (origin: string) => void refused.push(origin) }
  const open = (policy: string): Promise<Mirror> =>
    Mirror.open({
      ...files.key('mirror.example/1'),
      files,
      folder,
      mostBytes: 1e9,
      logs: parsePolicy(policy).logs,
      events,
    })
  let mirror = await open('quorum none\n')
  const { key } = mirror
  let server = mirrorServer(mirror)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    url,
    line: `witness M ${formatVerifierKey(key)} ${url}`,
    refused,
    watch: async (policy) => {
      await close()
      mirror = await open(policy)
      server = mirrorServer(mirror)
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
