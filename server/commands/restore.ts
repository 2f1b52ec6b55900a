import { type BackupKey, readBackupKey } from '../backup/backup-keys.ts'
import { restoreUntil } from '../backup/archive/restore-until.ts'
import { openPlace } from '../storage/places/open-place.ts'
import { restoreServer, verifyBackup } from '../backup/restore-server.ts'
import type { Place } from '../storage/places/place.ts'
import { chooseBackup } from '../backup/stored-backups.ts'
import { readManifest } from '../backup/manifest.ts'
import { readConfig } from '../config.ts'
import { lacksContent, NotUnderstood, readWords, runCommand } from './run-command.ts'

const USAGE = `Makes a server from a backup, in an empty DATA_DIR and an empty database.

  npm run restore -- --from <place> --key <file> --reason "…" [--backup <name>]
  npm run restore -- --from <place> --key <file> --reason "…" --until <time>   as the server was at that time, such as 2026-11-27T10:15:00Z,
                                              or latest; where ARCHIVE_TO was set
  npm run restore -- --from <place> --key <file> --verify [--backup <name>]   tries it in a folder of its own, and removes that

The reason becomes the first entry of the new audit ledgers. A place is a folder, or s3://bucket/prefix.
It ends with 5 where content is missing or damaged in the backup: it says which, and everything else is there; and with 2 where it does not understand what it was given.`

const { values } = readWords(
  {
    options: {
      from: { type: 'string' },
      key: { type: 'string' },
      backup: { type: 'string' },
      reason: { type: 'string' },
      until: { type: 'string' },
      verify: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  },
  USAGE,
)
const { from, key: keyFile, reason, until, verify } = values

await runCommand(USAGE, async () => {
  if (values.help) return console.log(USAGE)
  if (!from || !keyFile) throw new NotUnderstood(`--${from ? 'key' : 'from'} is missing.`)
  if (!reason && !verify) throw new NotUnderstood('--reason is missing: why the server is restored.')
  const key = await readBackupKey(keyFile)
  if (key.signedBy === undefined) console.log('Who signed it is not checked: the key does not say who should have.')
  const place = await openPlace(from, process.env)
  if (until !== undefined) return recover(place, key, until)
  const folder = await chooseBackup(place, values.backup)
  const backup = { place, folder, key, manifest: await readManifest(place, folder, key.signedBy) }
  console.log(`${folder}: taken at ${backup.manifest.takenAt} of ${backup.manifest.publicUrl}`)
  const say = (line: string) => console.log(line)
  const began = performance.now()
  const damaged = verify
    ? await verifyBackup(backup, say)
    : await restoreServer(backup, { config: readConfig(process.env), reason: reason ?? '', say })
  reportDamage(damaged)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const what = damaged.length === 0 ? 'The backup can be restored' : 'All but the content named above can be restored'
  console.log(verify ? `${what}; trying it took ${seconds} s` : `Restored in ${seconds} s. Start the server.`)
})

async function recover(place: Place, key: BackupKey, text: string): Promise<void> {
  if (verify || values.backup) throw new NotUnderstood('--until takes neither --verify nor --backup.')
  const moment = text === 'latest' ? text : new Date(text)
  // Without a zone, it would be that of this machine.
  if (moment !== 'latest' && (Number.isNaN(moment.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/.test(text)))
    throw new NotUnderstood('--until takes a time with its zone, such as 2026-11-27T10:15:00Z, or latest.')
  const began = performance.now()
  const config = readConfig(process.env)
  const say = (line: string) => console.log(line)
  reportDamage(await restoreUntil({ place, key }, { config, until: moment, reason: reason ?? '', say }))
  console.log(`Recovered in ${((performance.now() - began) / 1000).toFixed(1)} s. Start the server.`)
}

function reportDamage(names: readonly string[]): void {
  for (const name of names) console.error(`${name} is missing or damaged in the backup`)
  lacksContent(names)
}
