import { readConfig } from '../config.ts'
import { refuseEmpty } from '../backup/backup-keys.ts'
import { describeContent, releaseLeftovers } from '../storage/upkeep/operator.sql.ts'
import { type Opened, openBeside } from './open-beside.ts'
import { counted, NotUnderstood, readWords, runCommand, unknownCommand } from './run-command.ts'

const USAGE = `What an operator does with stored content, while the server runs or not.

  npm run content                                        what the last check of the store found
  npm run content -- remove-leftovers --at-most <number>   lets content go that belongs to no file, a day later, if it is not more than that`

const { values, positionals } = readWords(
  { allowPositionals: true, options: { 'at-most': { type: 'string' }, help: { type: 'boolean', default: false } } },
  USAGE,
)

await runCommand(USAGE, async () => {
  if (values.help) return console.log(USAGE)
  const [command = 'show', ...more] = positionals
  if (more.length > 0 || !['show', 'remove-leftovers'].includes(command)) throw unknownCommand(positionals)
  const atMost = Number(values['at-most'])
  if (command !== 'show' && !Number.isSafeInteger(atMost))
    throw new NotUnderstood('remove-leftovers takes --at-most <number>.')
  const config = readConfig(process.env)
  const days = config.upkeep.leftoverDays
  if (!config.databaseUrl) refuseEmpty(config.dataDir)
  const opened = await openBeside(config)
  try {
    if (command === 'show') await show(opened, days)
    else await remove(opened, days, atMost)
  } finally {
    await opened.close()
  }
})

async function show(opened: Opened, days: number): Promise<void> {
  const found = await describeContent(opened.database, days)
  console.log(
    found.finishedAt
      ? `Last check of the whole store: ${found.finishedAt.toISOString()}`
      : 'The whole store was not checked yet',
  )
  console.log(`Objects whose content is missing: ${found.missing}, damaged: ${found.damaged}`)
  console.log(
    `Blobs that belong to no file: ${found.leftovers.count}, ${counted(Number(found.leftovers.bytes), 'byte')}`,
  )
  const { oldest, newest } = found.leftovers
  if (oldest && newest) console.log(`  stored from ${oldest.toISOString()} to ${newest.toISOString()}`)
  console.log(`  older than LEFTOVER_DAYS: ${found.leftovers.due}${found.held > 0 ? ', which wait for you' : ''}`)
}

async function remove(opened: Opened, days: number, atMost: number): Promise<void> {
  const noted = await releaseLeftovers(opened.database, days, atMost)
  if (noted === null) {
    console.error(`More than ${atMost} would go. Nothing was done; npm run content says how many there are.`)
    process.exitCode = 1
  } else
    console.log(
      `${counted(noted, 'blob')} will be removed in a day, unless a file uses ${noted === 1 ? 'it' : 'them'} by then`,
    )
}
