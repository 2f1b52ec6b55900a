import { pipeline } from 'node:stream/promises'
import { openStream } from './sealed-stream.ts'
import type { BackupKey } from './backup-keys.ts'
import { fileOf } from './copy-contents.ts'
import { Counter } from '../storage/places/counter.ts'
import { BASE, BASE_NOTE, baseShape, pieceShape, WAL } from './archive/archive-names.ts'
import { MANIFEST, type Manifest, readManifest, readSigned } from './manifest.ts'
import type { Stored } from '../storage/places/counter.ts'
import { isLost, type Place } from '../storage/places/place.ts'
import { openList } from './signed-files.ts'
import { BACKUPS, DATABASE, SECRETS } from './take-backup.ts'

/** Folders of the backups that are complete, oldest first. */
export async function listBackups(place: Place): Promise<string[]> {
  const complete: string[] = []
  for (const name of (await place.folders(BACKUPS)).toSorted())
    if ((await place.list(`${BACKUPS}/${name}`)).has(MANIFEST)) complete.push(`${BACKUPS}/${name}`)
  return complete
}

/** @param name of a backup, as `listBackups` names it; without, the newest. @throws {Error} when there is none. */
export async function chooseBackup(place: Place, name: string | undefined): Promise<string> {
  const all = await listBackups(place)
  const wanted =
    name === undefined ? all.at(-1) : all.find((folder) => folder === name || folder === `${BACKUPS}/${name}`)
  if (!wanted)
    throw new Error(
      name === undefined
        ? `${place.address} holds no backup. npm run backup -- list --from <place> shows what a place has.`
        : `${place.address} holds no backup ${name}.`,
    )
  return wanted
}

export type Checked = { manifest: Manifest; files: number; bytes: number; damaged: string[] }

/**
 * Reads everything that a backup needs, and compares it with what was signed. Where a key is given, it has to open the backup.
 *
 * @param removeDamaged also removes content that is damaged, so that the next backup copies it again.
 * @throws {Error} when its list was changed, or the place is away.
 */
export async function checkBackup(
  place: Place,
  folder: string,
  key: BackupKey | undefined,
  { removeDamaged = false } = {},
): Promise<Checked> {
  const manifest = await readManifest(place, folder, key?.signedBy)
  if (key) (await openStream(key.identity, await place.read(`${folder}/${SECRETS}`))).destroy()
  const result: Checked = { manifest, files: 0, bytes: 0, damaged: [] }
  const compare = async (name: string, { bytes, sha256 }: Stored) => {
    const found = await readAll(place, name)
    if (found?.bytes !== bytes || (sha256 !== '' && found.sha256 !== sha256)) return void result.damaged.push(name)
    result.files++
    result.bytes += bytes
  }
  await compare(`${folder}/${DATABASE}`, manifest.database)
  await compare(`${folder}/${SECRETS}`, manifest.secrets)
  if ((await place.list(folder)).has(BASE_NOTE)) {
    const { sealed } = baseShape.parse(await readSigned(place, `${folder}/${BASE_NOTE}`, key?.signedBy))
    await compare(`${folder}/${BASE}`, sealed)
  }
  for await (const { id, ...stored } of openList(place, folder, manifest.contents)) await compare(fileOf(id), stored)
  if (removeDamaged) for (const name of result.damaged) if (!name.startsWith(folder)) await place.remove(name)
  return result
}

/**
 * Removes all backups but the newest `keep`, what is left of those that did not end, and the content that none of those names. While no backup is taken: content that one has
 * copied already is in no list yet.
 *
 * @param signedBy id of the key of this server.
 * @throws {Error} before anything is removed, when a list that is kept cannot be read, or another server signed it: neither may what that one stored go,
 * nor may backups of ours make way for a stranger's.
 */
export async function pruneBackups(
  place: Place,
  { keep, signedBy }: { keep: number; signedBy: string },
): Promise<{ backups: number; contents: number }> {
  const all = await listBackups(place)
  const [old, kept] = [all.slice(0, -keep), all.slice(-keep)]
  const unfinished = (await place.folders(BACKUPS))
    .map((name) => `${BACKUPS}/${name}`)
    .filter((name) => !all.includes(name))
  const named = new Set<string>()
  for (const folder of kept) {
    const manifest = await readManifest(place, folder, signedBy)
    for await (const { id } of openList(place, folder, manifest.contents)) named.add(id)
  }
  const pieces = await sortPieces(place, kept, signedBy)
  for (const id of pieces.contents) named.add(id)
  // Their lists go first: a backup whose content is missing must not look complete.
  for (const folder of old) await place.remove(`${folder}/${MANIFEST}`)
  for (const folder of [...old, ...unfinished]) await place.remove(folder)
  for (const name of pieces.old) await place.remove(name)
  let contents = 0
  for (const name of await place.folders('content')) {
    for (const id of (await place.list(`content/${name}`)).keys()) {
      if (named.has(id)) continue
      await place.remove(fileOf(id))
      contents++
    }
  }
  return { backups: old.length, contents }
}

/** Pieces of the log that are older than every base that is kept, and content that the others came with. */
async function sortPieces(
  place: Place,
  kept: readonly string[],
  signedBy: string,
): Promise<{ old: string[]; contents: string[] }> {
  const bases: string[] = []
  for (const folder of kept)
    if ((await place.list(folder)).has(BASE_NOTE))
      bases.push(baseShape.parse(await readSigned(place, `${folder}/${BASE_NOTE}`, signedBy)).firstPiece)
  const first = bases.toSorted()[0]
  const old: string[] = []
  const contents: string[] = []
  for (const name of (await place.list(WAL)).keys()) {
    if (first !== undefined && name < first) old.push(`${WAL}/${name}`)
    else if (name.endsWith('.json') && !name.endsWith('.signature.json'))
      contents.push(...pieceShape.parse(await readSigned(place, `${WAL}/${name}`, signedBy)).contents)
  }
  return { old, contents }
}

async function readAll(place: Place, name: string): Promise<Stored | undefined> {
  try {
    const counter = new Counter()
    counter.resume()
    await pipeline(await place.read(name), counter)
    return counter.stored()
  } catch (error) {
    if (!isLost(error)) throw error
    return undefined
  }
}
