import fs from 'node:fs'
import { unzipSync } from 'fflate'
import { LIMITS } from '#contract/limits.ts'
import type { EvidenceParts } from '#ledger/evidence/bundle.ts'
import { CommandError } from '../command-error.ts'

/** Three parts for each event, and room for what belongs to the logs. */
const MOST_PARTS = 3 * LIMITS.evidenceEvents + 200
/** The largest part is an entry of 64 KiB as JSON, or a checkpoint with many signatures. */
const MOST_PART_BYTES = 1024 * 1024
const MOST_BYTES = 64 * 1024 * 1024
const MANIFEST = 'manifest.json'

/**
 * The parts of an archive, by their path. How long they are is read before any of them is unpacked.
 *
 * @throws {CommandError} when the file cannot be read, is no archive, or larger than evidence is.
 */
export function readEvidenceArchive(file: string): EvidenceParts {
  const archive = readFile(file)
  const paths = new Set<string>()
  let bytes = 0
  try {
    const parts = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        bytes += originalSize
        if (paths.has(name)) throw new CommandError(`${file} holds ${JSON.stringify(name)} twice.`)
        paths.add(name)
        if (paths.size > MOST_PARTS || originalSize > MOST_PART_BYTES || bytes > MOST_BYTES) {
          throw new CommandError(`${file} is larger than a bundle of evidence.`)
        }
        // A folder that an archiver wrote down.
        return !name.endsWith('/')
      },
    })
    return new Map(Object.entries(parts))
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${file} is no ZIP archive, or not a whole one.`)
  }
}

/** Whether a file of this computer is a bundle of evidence, by the manifest that it holds. A name that is none, or another archive, is not. */
export function isEvidenceArchive(file: string): boolean {
  try {
    if (!file.toLowerCase().endsWith('.zip')) return false
    const { [MANIFEST]: manifest } = unzipSync(readFile(file), {
      filter: ({ name, originalSize }) => name === MANIFEST && originalSize <= MOST_BYTES,
    })
    const read: unknown = manifest && JSON.parse(Buffer.from(manifest).toString())
    return typeof read === 'object' && read !== null && ['v', 'made', 'files'].every((name) => name in read)
  } catch {
    // No file, no archive, or a manifest of somebody else.
    return false
  }
}

function readFile(file: string): Uint8Array {
  try {
    if (fs.statSync(file).size > MOST_BYTES) throw new CommandError(`${file} is larger than a bundle of evidence.`)
    return fs.readFileSync(file)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${file} cannot be read.`)
  }
}
