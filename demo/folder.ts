import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** In every folder that this program made; nothing else is ever deleted. */
const MARK = 'made-by-demo.json'
/** Written when everything is there. */
const ACCOUNTS = 'demo-accounts.json'

const accounts = z.object({
  url: z.url(),
  accounts: z.array(z.object({ who: z.string(), email: z.string(), password: z.string() })),
})
export type Accounts = z.output<typeof accounts>

/** `foreign`: something that this program did not make. `half`: the filling ended early. */
export type FolderState = 'none' | 'foreign' | 'half' | 'filled'

export function stateOf(folder: string): FolderState {
  if (!fs.existsSync(folder) || fs.readdirSync(folder).length === 0) return 'none'
  if (!fs.existsSync(path.join(folder, MARK))) return 'foreign'
  return fs.existsSync(path.join(folder, ACCOUNTS)) ? 'filled' : 'half'
}

export function beginFolder(folder: string): void {
  // PostgreSQL may run as another user, who must be able to enter.
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 })
  fs.writeFileSync(path.join(folder, MARK), '{}\n')
}

/** Only its owner reads the passwords. */
export function keepAccounts(folder: string, kept: Accounts): void {
  fs.writeFileSync(path.join(folder, ACCOUNTS), `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
}

export const readAccounts = (folder: string): Accounts =>
  accounts.parse(JSON.parse(fs.readFileSync(path.join(folder, ACCOUNTS), 'utf8')))

/** Notes the process that uses the folder; undefined after its end. */
export function noteProcess(folder: string, pid: number | undefined): void {
  fs.writeFileSync(path.join(folder, MARK), `${JSON.stringify({ pid })}\n`)
}

/** Whether a server that this program started still runs on it. */
function isInUse(folder: string): boolean {
  const { pid } = z
    .object({ pid: z.number().optional() })
    .parse(JSON.parse(fs.readFileSync(path.join(folder, MARK), 'utf8')))
  if (pid === undefined) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @throws when something else made the folder, or a server runs on it. */
export function removeFolder(folder: string): void {
  const state = stateOf(folder)
  if (state === 'none') return
  if (state === 'foreign') throw new Error(`${folder} was not made by the demo, so it stays.`)
  if (isInUse(folder)) throw new Error(`A server runs on ${folder}. Stop it first.`)
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
