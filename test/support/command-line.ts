import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { toBase64Url } from '#crypto/index.ts'
import { VAULT_PASSWORD, type VaultPerson } from './people/vault-person.ts'

const LAUNCHER = path.join(import.meta.dirname, '../../cli/quantumshield.mjs')

const OPEN_MS = 3_600_000

export type Run = { status: number | null; stdout: Buffer; stderr: string }

/** Runs the command `quantumshield` as processes of their own, on a computer where nobody is signed in. */
export class CommandLine {
  readonly folder: string
  home: string

  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-cli-'))
    this.home = this.newFolder('home-')
  }

  remove(): void {
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

  async run(words: string[], options: { input?: Buffer | string; password?: string } = {}): Promise<Run> {
    const child = this.launch(words, { QUANTUMSHIELD_PASSWORD: options.password ?? VAULT_PASSWORD })
    return CommandLine.result(child, options.input)
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
