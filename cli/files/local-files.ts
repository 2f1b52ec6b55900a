import fs from 'node:fs'
import path from 'node:path'
import { usageError } from '../command-error.ts'
import { printable } from '../output.ts'
import type { SourceKey } from './saved-upload.ts'

/** A file on this computer that is to be stored; `folder` is the path from what was named on, without it. */
export type LocalFile = { name: string; folder: string; source: SourceKey }

/**
 * The files that a word names: itself, or everything below it when it is a folder. Links to elsewhere are not followed.
 * @throws {CommandError} when there is no such file.
 */
export function localFiles(word: string): LocalFile[] {
  const stat = fs.statSync(word, { throwIfNoEntry: false })
  if (!stat) throw usageError(`There is no file ${printable(word)} here.`)
  const own = path.resolve(word)
  if (stat.isFile()) return [{ name: path.basename(own), folder: '', source: sourceOf(own, stat) }]
  if (!stat.isDirectory()) throw usageError(`${printable(word)} is neither a file nor a folder.`)
  return below(own, path.basename(own))
}

function below(directory: string, folder: string): LocalFile[] {
  const entries = fs.readdirSync(directory, { withFileTypes: true }).toSorted((a, b) => a.name.localeCompare(b.name))
  return entries.flatMap((entry) => {
    const file = path.join(directory, entry.name)
    if (entry.isDirectory()) return below(file, `${folder}/${entry.name}`)
    return entry.isFile() ? [{ name: entry.name, folder, source: sourceOf(file, fs.statSync(file)) }] : []
  })
}

const sourceOf = (file: string, { size, mtimeMs }: fs.Stats): SourceKey => ({
  file,
  sizeBytes: size,
  modifiedMs: mtimeMs,
})
