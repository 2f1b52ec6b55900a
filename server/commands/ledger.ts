import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { checkLog } from '../ledger/check-log.ts'
import { Ledger } from '../ledger/ledger.ts'
import { eraseEvents, listAllLogs } from '../ledger/operator.sql.ts'
import { loadSecrets } from '../secrets.ts'

const USAGE = `What an operator does with the audit ledger. Stop the server first, unless DATABASE_URL names a database of its own.

  npm run ledger -- check                        compares every event with its entry, and all entries with the signed root
  npm run ledger -- witnesses                    names who signs the public log, who keeps its entries as well, and what each signed last
  npm run ledger -- new-epoch --reason "…"       begins new logs after an older backup was put back
  npm run ledger -- erase-person <id> --reason "…"   takes a person out of the audit log; every proof stays valid`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, help: { type: 'boolean', default: false } },
})
const [command, person] = positionals
const { reason } = values
const isComplete =
  command === 'check' ||
  command === 'witnesses' ||
  (command === 'new-epoch' && reason) ||
  (command === 'erase-person' && reason && /^[0-9a-f-]{36}$/.test(person ?? ''))
if (values.help || !isComplete) {
  console.error(USAGE)
  process.exit(values.help ? 0 : 1)
}

const config = readConfig(process.env)
const opened = await openDatabase({ databaseUrl: config.databaseUrl, directory: path.join(config.dataDir, 'postgres') })
try {
  const ledger = new Ledger({ config, database: opened.database, secrets: await loadSecrets(config.dataDir) })
  if (command === 'check') await check()
  else if (command === 'witnesses') await listWitnesses(ledger)
  else if (command === 'new-epoch') await begin(ledger, reason ?? '')
  else await erase(ledger, person ?? '', reason ?? '')
} finally {
  await opened.close()
}

async function check(): Promise<void> {
  for (const log of await listAllLogs(opened.database)) {
    const damage = await checkLog(opened.database, log)
    console.log(`${log.origin}: ${log.size} entries, ${damage.length === 0 ? 'nothing changed' : 'CHANGED'}`)
    for (const { index, eventId, problem } of damage) console.log(`  entry ${index}: ${problem} ${eventId ?? ''}`)
    if (damage.length > 0) process.exitCode = 1
  }
}

async function listWitnesses(ledger: Ledger): Promise<void> {
  const signings = await ledger.signings()
  for (const { name, url, keepsEntries, last } of signings) {
    const what = keepsEntries ? 'mirror, keeps the entries as well' : 'witness'
    const when = last
      ? `${last.size} entries on ${new Date(last.seconds * 1000).toISOString()}`
      : 'has signed nothing yet'
    console.log(`${name} (${what}) ${url}: ${when}`)
  }
  if (signings.length === 0) console.log('Nobody signs the public log besides this server.')
}

async function begin(ledger: Ledger, why: string): Promise<void> {
  const lost = await ledger.beginEpoch(why)
  for (const { origin, size } of lost) console.log(`${origin}: signed up to ${size}, ended; a new log begins`)
  if (lost.length === 0) console.log('The database holds all that was signed. Nothing was done.')
}

async function erase(ledger: Ledger, id: string, why: string): Promise<void> {
  // What waits needs the key that is about to go.
  await ledger.placeAll()
  console.log(`${await eraseEvents(opened.database, id, why)} events no longer say who it was`)
}
