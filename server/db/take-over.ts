import fs from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'
import { type Applied, forgetApplied, inTransaction, recordApplied } from './applied-migrations.ts'
import type { FunctionMaker } from './functions.ts'
import type { Migration } from './shipped-schema.ts'

/** The migrations of QuantumShield 0.1.0, as `sha256sum` writes them: what they made, `0300_baseline` makes at once. */
const FORMER_FILE = path.join(import.meta.dirname, 'former-migrations.sha256')

const BASELINE = '0300_baseline'

type TakeOver = { applied: Applied; migrations: readonly Migration[]; maker: FunctionMaker }

/**
 * Takes over a database that ran all migrations of QuantumShield 0.1.0: it is what the baseline makes, so the baseline counts as applied.
 * @throws {Error} when it ran only some of them, or other ones. Then nothing was changed.
 */
export async function takeOver(client: Client, { applied, migrations, maker }: TakeOver): Promise<void> {
  const former = readFormer()
  if (![...applied.keys()].some((name) => former.has(name))) return
  for (const [name, sha256] of applied) {
    if (former.get(name) !== sha256)
      throw new Error(`This database was made by another program: ${name} is not as QuantumShield 0.1.0 has it.`)
  }
  if (applied.size < former.size) {
    throw new Error(
      'This database was made by an older version. Update to QuantumShield 0.1.0 first, then to this one.',
    )
  }
  const baseline = migrations.find(({ name }) => name === BASELINE)
  if (!baseline) throw new Error(`${BASELINE} is missing`)

  await inTransaction(client, async () => {
    await forgetApplied(client, [...former.keys()])
    await recordApplied(client, baseline)
    // Those of 0.1.0 hold on to the tables and columns that their bodies name; a migration could not change these.
    await maker.makeWhatFits(client)
  })
}

/** Checksums by name. */
function readFormer(): Applied {
  const lines = fs.readFileSync(FORMER_FILE, 'utf8').trimEnd().split('\n')
  return new Map(lines.map((line) => line.split('  ')).map(([sha256 = '', name = '']) => [name, sha256]))
}
