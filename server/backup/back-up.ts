import path from 'node:path'
import type { Config } from '../config.ts'
import { reachSecretStore } from '../secret-store/open-store.ts'
import { ownerOf } from '../secret-store/secret-table.ts'
import { openPlace } from '../storage/places/open-place.ts'
import { connectAsOwner } from './database-connection.ts'
import { openStore } from './restore-server.ts'
import { takeBackup } from './take-backup.ts'

/** Takes a backup of an installation, which may run, to a place, and names contents that are missing or damaged. @returns them. @throws {Error} */
export async function backUp(config: Config, address: string, say: (line: string) => void): Promise<string[]> {
  const began = performance.now()
  const place = await openPlace(address, process.env)
  if (place.address.startsWith(config.dataDir + path.sep))
    console.error(`${place.address} lies in DATA_DIR: what destroys the one destroys the other.`)
  const { client, close, wasRunning } = await connectAsOwner(config)
  try {
    const store = await openStore(config)
    const { dataDir, publicUrl, archive } = config
    const secrets = await reachSecretStore(config, ownerOf(client))
    const isPlace = archive !== undefined && (await openPlace(archive.to, process.env)).address === place.address
    const isArchive = isPlace && wasRunning
    if (isPlace && !wasRunning)
      say('base: none. The server does not run, and only it archives: no moment can be recovered from this backup.')
    const taken = await takeBackup({ dataDir, secrets, publicUrl, client, store, place, isArchive, say })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const { damaged } = taken.manifest
    for (const name of damaged) console.error(`${name} is missing or damaged on this server`)
    say(
      damaged.length === 0
        ? `${taken.folder} is complete in ${place.address}, after ${seconds} s`
        : `${taken.folder} is in ${place.address} without the content named above, after ${seconds} s`,
    )
    return damaged
  } finally {
    await close()
  }
}
