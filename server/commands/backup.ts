import { backUp } from '../backup/back-up.ts'
import { makeBackupKey, ownKeyId, readBackupKey, RECIPIENTS } from '../backup/backup-keys.ts'
import { connectAsOwner } from '../backup/database-connection.ts'
import { openPlace } from '../storage/places/open-place.ts'
import { checkBackup, chooseBackup, listBackups, pruneBackups } from '../backup/stored-backups.ts'
import { lockArchive, lockBackups } from '../backup/backup-locks.ts'
import { readConfig } from '../config.ts'
import { reachSecretStore } from '../secret-store/open-store.ts'
import { ownerOf } from '../secret-store/secret-table.ts'
import { withSecrets } from './reach-secrets.ts'
import { counted, lacksContent, NotUnderstood, readWords, runCommand, unknownCommand } from './run-command.ts'

const USAGE = `Backups of this server, while it runs. A place is a folder, or s3://bucket/prefix.

  npm run backup -- new-key --into <file>                 makes the key that opens backups; keep the file elsewhere
  npm run backup -- take --to <place>                     takes one; content that the place has already is not copied again
  npm run backup -- list --from <place>                   names those that are complete
  npm run backup -- check --from <place> [--key <file>] [--backup <name>]   reads all of one, and compares it with what was signed;
                                                          --remove-damaged also removes damaged content, which the next one copies again
  npm run backup -- prune --from <place> --keep <number>  removes all but the newest, and content that only those had

It ends with 5 where content was missing or damaged: it says which, and everything else is in the backup; and with 2 where it does not understand what it was given.`

const { values, positionals } = readWords(
  {
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      to: { type: 'string' },
      from: { type: 'string' },
      key: { type: 'string' },
      backup: { type: 'string' },
      keep: { type: 'string' },
      'remove-damaged': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  },
  USAGE,
)
const { into, to, from, key, backup } = values

await runCommand(USAGE, async () => {
  const [command, ...more] = positionals
  if (values.help) return console.log(USAGE)
  if (more.length > 0) throw unknownCommand(positionals)
  if (command === 'new-key') return newKey(given('into', into))
  if (command === 'take') return take(given('to', to))
  if (command === 'list') return list(given('from', from))
  if (command === 'check') return check(given('from', from))
  if (command === 'prune') return prune(given('from', from))
  throw unknownCommand(positionals)
})

function given(name: string, value: string | undefined): string {
  if (!value) throw new NotUnderstood(`--${name} is missing.`)
  return value
}

async function newKey(file: string): Promise<void> {
  const { before, place } = await withSecrets(readConfig(process.env), async (secrets) => ({
    before: await makeBackupKey(secrets, file),
    place: secrets.place,
  }))
  console.log(
    `${file} opens every backup from now on. Take it away from this machine; without it no backup can be restored.`,
  )
  if (before > 0)
    console.log(
      before === 1
        ? `So does an earlier key. To end that, take its line out of ${RECIPIENTS} in ${place}.`
        : `So do ${before} earlier keys. To end that, take their lines out of ${RECIPIENTS} in ${place}.`,
    )
}

async function take(address: string): Promise<void> {
  lacksContent(await backUp(readConfig(process.env), address, (line) => console.log(line)))
}

async function list(address: string): Promise<void> {
  const names = await listBackups(await openPlace(address, process.env))
  for (const name of names) console.log(name)
  if (names.length === 0) console.log(`There is no backup in ${address}.`)
}

async function check(address: string): Promise<void> {
  const place = await openPlace(address, process.env)
  const name = await chooseBackup(place, backup)
  const { manifest, files, bytes, damaged } = await checkBackup(
    place,
    name,
    key ? await readBackupKey(key) : undefined,
    {
      removeDamaged: values['remove-damaged'],
    },
  )
  console.log(`${name}: taken at ${manifest.takenAt} of ${manifest.publicUrl}, version ${manifest.version}`)
  console.log(`${counted(files, 'file')} with ${counted(bytes, 'byte')} ${files === 1 ? 'is' : 'are'} what was signed`)
  if (!key) console.log('Who signed it was not checked; --key does that.')
  for (const one of damaged) console.error(`${one} is missing or changed in the backup`)
  lacksContent(damaged)
}

async function prune(address: string): Promise<void> {
  const keep = Number(values.keep)
  if (!Number.isInteger(keep) || keep < 1) throw new NotUnderstood('--keep takes how many backups stay, at least 1.')
  const place = await openPlace(address, process.env)
  const config = readConfig(process.env)
  const { client, close } = await connectAsOwner(config)
  try {
    await lockBackups(client)
    await lockArchive(client)
    const secrets = await reachSecretStore(config, ownerOf(client))
    const removed = await pruneBackups(place, { keep, signedBy: await ownKeyId(secrets) })
    console.log(`${counted(removed.backups, 'backup')} removed, and ${counted(removed.contents, 'file')} of content`)
  } finally {
    await close()
  }
}
