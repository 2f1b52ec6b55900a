import fs from 'node:fs'
import path from 'node:path'
import { usageError } from '../command-error.ts'
import { printable } from '../output.ts'
import { type Failure, failureOf } from './batch.ts'
import type { SourceKey } from './saved-upload.ts'

/** A file on this computer that is to be stored; `folder` is the path from what was named on, without it. */
export type LocalFile = { name: string; folder: string; source: SourceKey }

export type LocalFiles = {
  files: LocalFile[]
  /** Paths of all folders, empty ones too, in the order in which they can be made. */
  folders: string[]
  failures: Failure[]
  /** Paths of links and devices, which are not followed. */
  leftOut: string[]
}

/** The files that words name: themselves, or everything below them where they are folders. What cannot be read is a failure. */
export function localFiles(words: readonly string[]): LocalFiles {
  const found: LocalFiles = { files: [], folders: [], failures: [], leftOut: [] }
  for (const word of words) {
    const stat = fs.statSync(word, { throwIfNoEntry: false })
    const own = path.resolve(word)
    if (!stat) found.failures.push(failureOf(word, usageError(`There is no file ${printable(word)} here.`)))
    else if (stat.isFile()) found.files.push({ name: path.basename(own), folder: '', source: sourceOf(own, stat) })
    else if (stat.isDirectory()) readBelow(own, path.basename(own), found)
    else found.failures.push(failureOf(word, usageError(`${printable(word)} is neither a file nor a folder.`)))
  }
  return found
}

function readBelow(directory: string, folder: string, found: LocalFiles): void {
  found.folders.push(folder)
  for (const entry of entriesOf(directory, folder, found)) {
    const name = entry.name.toString()
    const [file, inside] = [path.join(directory, name), `${folder}/${name}`]
    if (!Buffer.from(name).equals(entry.name)) {
      found.failures.push(failureOf(inside, usageError('The name is not valid UTF-8. Rename it, then store it again.')))
    } else if (entry.isDirectory()) readBelow(file, inside, found)
    else if (entry.isFile()) addFile({ name, folder, file }, found)
    else found.leftOut.push(inside)
  }
}

function entriesOf(directory: string, folder: string, found: LocalFiles): fs.Dirent<Buffer>[] {
  try {
    const entries = fs.readdirSync(directory, { withFileTypes: true, encoding: 'buffer' })
    return entries.toSorted((a, b) => a.name.toString().localeCompare(b.name.toString()))
  } catch (error) {
    found.failures.push(failureOf(folder, error))
    return []
  }
}

function addFile({ name, folder, file }: { name: string; folder: string; file: string }, found: LocalFiles): void {
  try {
    found.files.push({ name, folder, source: sourceOf(file, fs.statSync(file)) })
  } catch (error) {
    found.failures.push(failureOf(`${folder}/${name}`, error))
  }
}

const sourceOf = (file: string, { size, mtimeMs }: fs.Stats): SourceKey => ({
  file,
  sizeBytes: size,
  modifiedMs: mtimeMs,
})
