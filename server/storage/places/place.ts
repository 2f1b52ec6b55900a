import type { Readable } from 'node:stream'
import type { Stored } from './counter.ts'

/** Where files lie that the server keeps for later, such as backups: names are paths with slashes. A file is whole or not there. */
export type Place = {
  /** For messages. */
  address: string
  write: (name: string, body: Readable) => Promise<Stored>
  /** @throws {NotThereError} */
  read: (name: string) => Promise<Readable>
  /** Files of a folder with their sizes, by their names in it. */
  list: (folder: string) => Promise<ReadonlyMap<string, number>>
  /** Names of the folders in a folder. */
  folders: (folder: string) => Promise<string[]>
  /** Removes a file, or a folder with its files, if there is one. */
  remove: (name: string) => Promise<void>
}

/** The place answers, and has no such file. */
export class NotThereError extends Error {
  override readonly name = 'NotThereError'
}

/** Whether reading failed because of this one file, and not because the place is away. */
export function isLost(error: unknown): boolean {
  return error instanceof NotThereError || (error instanceof Error && 'code' in error && error.code === 'EIO')
}
