import { readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { checkLog } from '../ledger/check-log.ts'
import { Ledger } from '../ledger/ledger.ts'
import { eraseEvents, listAllLogs } from '../ledger/operator.sql.ts'
import { reachSecretStore } from '../secret-store/open-store.ts'
import { loadSecrets } from '../secrets.ts'
import { NotUnderstood, readWords, runCommand, unknownCommand } from './run-command.ts'

const USAGE = `What an operator does with the audit ledger. Stop the server first, unless DATABASE_URL names a database of its own.

  npm run ledger -- check                        compares every event with its entry, and all entries with the signed root
  npm run ledger -- witnesses                    names who signs the public log, who keeps its entries as well, and what each signed last
  npm run ledger -- new-epoch --reason "…"       begins new logs after an older backup was put back
  npm run ledger -- erase-person <id> --reason "…"   takes a person out of the audit log; every proof stays valid`

const { values, positionals } = readWords(
  { allowPositionals: true, options: { reason: { type: 'string' }, help: { type: 'boolean', default: false } } },
  USAGE,
)

type Opened = { database: Database; ledger: Ledger }

await runCommand(USAGE, async () => {
  if (values.help) return console.log(USAGE)
  const work = workOf(positionals)
  const config = readConfig(process.env)
  const { database, close } = await openDatabase(config)
  try {
    const store = await reachSecretStore(config, (use) => database.asOwner(use))
    await work({ database, ledger: new Ledger({ config, database, secrets: await loadSecrets(store) }) })
  } finally {
    await close()
  }
})

/** Nothing is opened for words that are not understood. */
function workOf(words: readonly string[]): (opened: Opened) => Promise<void> {
  const [command, person = '', ...more] = words
  if (command === 'check' && words.length === 1) return check
  if (command === 'witnesses' && words.length === 1) return listWitnesses
  if (command === 'new-epoch' && words.length === 1) {
    const why = givenReason()
    return ({ ledger }) => begin(ledger, why)
  }
  if (command !== 'erase-person' || more.length > 0) throw unknownCommand(words)
  if (!/^[0-9a-f-]{36}$/.test(person)) throw new NotUnderstood('erase-person takes the id of a person.')
  const why = givenReason()
  return (opened) => erase(opened, person, why)
}

function givenReason(): string {
  if (!values.reason) throw new NotUnderstood('--reason is missing.')
  return values.reason
}

async function check({ database }: Opened): Promise<void> {
  for (const log of await listAllLogs(database)) {
    const damage = await checkLog(database, log)
    console.log(
      `${log.origin}: ${log.size === 1 ? '1 entry' : `${log.size} entries`}, ${damage.length === 0 ? 'nothing changed' : 'CHANGED'}`,
    )
    for (const { index, eventId, problem } of damage) console.log(`  entry ${index}: ${problem} ${eventId ?? ''}`)
    if (damage.length > 0) process.exitCode = 1
  }
}

async function listWitnesses({ ledger }: Opened): Promise<void> {
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

async function erase({ database, ledger }: Opened, id: string, why: string): Promise<void> {
  // What waits needs the key that is about to go.
  await ledger.placeAll()
  const erased = await eraseEvents(database, id, why)
  console.log(erased === 1 ? '1 event no longer says who it was' : `${erased} events no longer say who it was`)
}
