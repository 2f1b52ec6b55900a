import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { makeBackupKey } from '#server/backup/backup-keys.ts'
import { connectAsOwner } from '#server/backup/database-connection.ts'
import { SecretFolder } from '#server/secret-store/secret-folder.ts'
import { loadSecrets } from '#server/secrets.ts'
import { copyPreparedCluster } from '../support/server/prepared-cluster.ts'
import { runCommand } from '../support/server/plain-node.ts'
import { freePort, ROOT, type ServerProcess, startProcess } from '../support/server/server-process.ts'
import { shortLivedFolder } from '../support/short-lived.ts'

const SECONDS = 5

/** A server with an archive, whose disk can be destroyed. */
export class ArchivedMachine {
  readonly folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-archive-'))
  place = path.join(this.folder, 'place')
  readonly keyFile = path.join(this.folder, 'key.txt')
  dataDir = path.join(this.folder, 'first')
  readonly #more: Record<string, string>
  #port = 0

  /** @param more settings of the server and its commands. */
  constructor(more: Record<string, string> = {}) {
    this.#more = more
    fs.chmodSync(this.folder, 0o755)
    onTestFinished(() => fs.rmSync(this.folder, { recursive: true, force: true }))
  }

  get settings(): Record<string, string> {
    return { DATA_DIR: this.dataDir, MAILER_AUTOCONFIRM: 'true', LOG_LEVEL: 'error', ...this.#more }
  }

  get archiving(): Record<string, string> {
    return { ...this.settings, ARCHIVE_TO: this.place, ARCHIVE_SECONDS: String(SECONDS) }
  }

  async start(settings = this.archiving): Promise<ServerProcess> {
    // The address is part of what people have, so that it is the same on the next machine.
    this.#port ||= await freePort()
    const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'server/main.ts']
    const server = startProcess({ cwd: ROOT, command, port: this.#port, environment: settings })
    onTestFinished(async () => {
      server.kill('SIGKILL')
      await server.ended
    })
    await server.ready()
    return server
  }

  run(command: string, words: string[], settings = this.archiving): { status: number | null; said: string } {
    return runCommand(command, words, settings)
  }

  /** As `run`, while this process continues: for a bucket that it serves. */
  async runBeside(
    command: string,
    words: string[],
    settings = this.archiving,
  ): Promise<{ status: number; said: string }> {
    const program = [process.execPath, '--disable-warning=ExperimentalWarning', `server/commands/${command}.ts`]
    const run = startProcess({ cwd: ROOT, command: [...program, ...words], port: 0, environment: settings })
    const status = await run.ended
    return { status: status ?? -1, said: run.log() }
  }

  /** The database of a server that has been started before. */
  prepare(): Promise<void> {
    return copyPreparedCluster(path.join(this.dataDir, 'postgres'))
  }

  /** A server with a key for backups, which archives. */
  async startArchiving(): Promise<ServerProcess> {
    await this.prepare()
    const secrets = new SecretFolder(this.dataDir)
    await loadSecrets(secrets)
    await makeBackupKey(secrets, this.keyFile)
    return this.start()
  }

  /** The disk with everything that was on it, without a farewell. */
  async destroy(server: ServerProcess): Promise<void> {
    server.kill('SIGKILL')
    await server.ended
    fs.rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    this.dataDir = path.join(this.folder, 'second')
  }

  restore(until: string): { status: number | null; said: string } {
    const words = ['--from', this.place, '--key', this.keyFile, '--reason', 'the disk failed', '--until', until]
    return this.run('restore', words, this.settings)
  }

  async query<Row extends object>(text: string): Promise<Row[]> {
    const { client, close } = await connectAsOwner({
      dataDir: this.dataDir,
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
    })
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await close()
    }
  }

  pieces(): string[] {
    return fs.readdirSync(path.join(this.place, 'wal')).filter((name) => name.endsWith('.age'))
  }

  checksumOf(blob: string): string {
    const file = path.join(this.dataDir, 'storage/blobs', blob.slice(0, 2), blob)
    return createHash('sha256').update(fs.readFileSync(file)).digest('hex')
  }

  /** Until what was written before is in the place. @param isFinished its piece is finished here, and not by the server in `SECONDS`. */
  async untilArchived(isFinished = true): Promise<void> {
    const [now] = await this.query<{ piece: string }>('select pg_walfile_name(pg_current_wal_lsn()) as piece')
    if (isFinished) await this.query('select pg_switch_wal()')
    await expect
      .poll(() => fs.existsSync(path.join(this.place, 'wal', `${now?.piece}.json`)), { timeout: 60_000 })
      .toBe(true)
  }
}

export async function end(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  await server.ended
}
