import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { toBase64Url } from '#crypto/index.ts'
import type { Answered, Asked } from './command-host.ts'
import { VAULT_PASSWORD, type VaultPerson } from './people/vault-person.ts'
import { shortLivedFolder } from './short-lived.ts'

const LAUNCHER = path.join(import.meta.dirname, '../../cli/quantumshield.mjs')

const ROOT = path.join(import.meta.dirname, '../..')
const HOST = path.join(import.meta.dirname, 'command-host.ts')

const OPEN_MS = 3_600_000

export type Run = { status: number | null; stdout: Buffer; stderr: string }
type RunOptions = { input?: Buffer | string; password?: string; environment?: Record<string, string> }

/** Kept processes that wait for a command, of any computer: starting one takes longer than most commands. They end with this process. */
const idleHosts: ChildProcess[] = []

/**
 * The command `quantumshield` on a computer where nobody is signed in. `run` and `json` give it to a process that is kept; `launch` and
 * `runAlone` start what a person starts.
 */
export class CommandLine {
  readonly folder: string
  home: string
  readonly #busy = new Set<ChildProcess>()

  constructor() {
    this.folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-cli-'))
    this.home = this.newFolder('home-')
  }

  remove(): void {
    for (const host of this.#busy) host.kill()
    fs.rmSync(this.folder, { recursive: true, force: true })
  }

  /** Another computer. */
  moveOn(): void {
    this.home = this.newFolder('home-')
  }

  /**
   * Signs somebody in, with the vault open as `unlock` leaves it: a command then does not stretch the password, which is half of its time.
   * Tests of passwords run `login` by itself.
   */
  async signIn(server: string, { email, userId, vault }: VaultPerson): Promise<void> {
    await this.json(['login', '--server', server, '--email', email])
    const expiresAt = new Date(Date.now() + OPEN_MS).toISOString()
    const kept = { userId, server, key: toBase64Url(vault.amk), expiresAt }
    fs.writeFileSync(path.join(this.home, 'unlocked.json'), JSON.stringify(kept), { mode: 0o600 })
  }

  newFolder(prefix: string): string {
    return fs.mkdtempSync(path.join(this.folder, prefix))
  }

  makeFile(name: string, bytes: Buffer): string {
    const file = path.join(this.newFolder('files-'), name)
    fs.writeFileSync(file, bytes)
    return file
  }

  launch(words: string[], environment: Record<string, string> = {}): ChildProcess {
    const { QUANTUMSHIELD_PASSWORD: _, ...inherited } = process.env
    return spawn(process.execPath, [LAUNCHER, ...words], {
      cwd: this.folder,
      env: { ...inherited, QUANTUMSHIELD_HOME: this.home, ...environment },
    })
  }

  async run(words: string[], { input = '', password = VAULT_PASSWORD, environment }: RunOptions = {}): Promise<Run> {
    const host = idleHosts.pop() ?? startHost()
    this.#busy.add(host)
    const own = { QUANTUMSHIELD_HOME: this.home, QUANTUMSHIELD_PASSWORD: password, ...environment }
    const asked: Asked = { words, environment: own, folder: this.folder, input: Buffer.from(input) }
    host.send(asked)
    const answeredOrGone = new AbortController()
    const { signal } = answeredOrGone
    const gone = once(host, 'exit', { signal }).then(() =>
      Promise.reject(new Error(`the process ended during: ${words.join(' ')}`)),
    )
    const [answered] = (await Promise.race([once(host, 'message', { signal }), gone])) as [Answered]
    answeredOrGone.abort()
    this.#busy.delete(host)
    idleHosts.push(host)
    return { ...answered, stdout: Buffer.from(answered.stdout), stderr: Buffer.from(answered.stderr).toString() }
  }

  /** The same in a process of its own. */
  runAlone(words: string[], { input, password = VAULT_PASSWORD, environment }: RunOptions = {}): Promise<Run> {
    return CommandLine.result(this.launch(words, { QUANTUMSHIELD_PASSWORD: password, ...environment }), input)
  }

  /** What `--json` printed. @throws when the command failed. */
  async json(words: string[]): Promise<unknown> {
    const { status, stdout, stderr } = await this.run([...words, '--json'])
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`)
    return JSON.parse(stdout.toString())
  }

  static async result(child: ChildProcess, input: Buffer | string = ''): Promise<Run> {
    const stdout: Buffer[] = []
    let stderr = ''
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.stdin?.end(input)
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
    return { status, stdout: Buffer.concat(stdout), stderr }
  }
}

function startHost(): ChildProcess {
  const { QUANTUMSHIELD_PASSWORD: _, ...inherited } = process.env
  return fork(HOST, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    env: { ...inherited, NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node') },
  })
}
