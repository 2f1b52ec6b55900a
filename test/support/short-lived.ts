import fs from 'node:fs'
import os from 'node:os'

/** Of Linux: a file system in memory, which everybody may write to. */
const MEMORY = '/dev/shm'
const TMPFS = 0x01_02_19_94
/** A run needs less; what is left of the memory is for browsers. */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Where folders go that nothing outlives: memory, where there is room for them, else the folder for temporary files. PostgreSQL makes hundreds of
 * files for each database, and on a disk making them costs most of the start of a server.
 */
export function shortLivedFolder(): string {
  return hasRoomInMemory() ? MEMORY : os.tmpdir()
}

function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || os.freemem() < ROOM_BYTES || !fs.existsSync(MEMORY)) return false
  const { type, bavail, bsize } = fs.statfsSync(MEMORY)
  return type === TMPFS && bavail * bsize >= ROOM_BYTES
}
