import fs from 'node:fs'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { Client } from 'pg'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { examine } from '#server/doctor/examine.ts'
import type { Result } from '#server/doctor/finding.ts'
import { SecretFolder } from '#server/secret-store/secret-folder.ts'
import { loadSecrets } from '#server/secrets.ts'
import { createTestDatabase, type TestDatabase } from '../support/server/test-database.ts'
import { shortLivedFolder } from '../support/short-lived.ts'

/** What is true of every database of the tests: nothing of it outlives the run, so nothing waits for the disk. */
export const OF_THE_TESTS = 'problem database-durability'

/** An installation in order: a folder, secrets, a migrated database with a backup of today, and an SMTP server. */
export class DoctorStage {
  readonly dataDir = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-doctor-'))
  database!: TestDatabase
  environment!: Record<string, string>

  async prepare(): Promise<this> {
    fs.chmodSync(this.dataDir, 0o755)
    await loadSecrets(new SecretFolder(this.dataDir))
    this.database = await createTestDatabase()
    await this.change(
      `insert into meta.backups (taken_at, place, name, database_bytes, contents, content_bytes, damaged)
       values (now() - interval '3 hours', '/backup', 'backups/today', 1, 1, 1, 0)`,
    )
    const smtp = await startSmtp({ authOptional: true })
    this.environment = {
      DATA_DIR: this.dataDir,
      DATABASE_URL: this.urlFor('postgres'),
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'Files <files@example.org>',
      REALTIME_MAX_CONNECTIONS: '64',
      BILLING: 'off',
    }
    onTestFinished(async () => {
      await smtp.stop()
      await this.database.drop()
      fs.rmSync(this.dataDir, { recursive: true, force: true })
    })
    return this
  }

  urlFor(user: string): string {
    const { database = '', host = '' } = this.database.connection
    return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  }

  /** Statements without the triggers and keys of the product, which a test plants something into. */
  async change(...statements: string[]): Promise<void> {
    const client = new Client(this.database.connection)
    await client.connect()
    try {
      await client.query('set session_replication_role = replica')
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }

  file(...names: string[]): string {
    return path.join(this.dataDir, ...names)
  }

  examine(differences: Record<string, string> = {}, nowMs?: () => number): Promise<Result[]> {
    return examine({ ...this.environment, ...differences }, nowMs)
  }
}

/** What is wrong, beside what is true of every test. */
export function wrongIn(results: readonly Result[]): string[] {
  return results
    .filter(({ state }) => state === 'warning' || state === 'problem')
    .map(({ state, check }) => `${state} ${check}`)
    .filter((one) => one !== OF_THE_TESTS)
}

export async function startSmtp(options: SMTPServerOptions, host = '127.0.0.1') {
  const smtp = new SMTPServer({ disabledCommands: ['STARTTLS'], ...options })
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, host, () => resolve()))
  const { port } = smtp.server.address() as AddressInfo
  return { port, stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())) }
}
