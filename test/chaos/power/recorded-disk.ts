import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { type Disk, systemDisk } from '#server/disk/disk.ts'
import type { DiskCall } from './power-loss.ts'

/** The disk of the system, which remembers what was asked of it. */
export function recordedDisk(calls: DiskCall[]): Disk {
  const fileAt = new Map<string, number>()
  const folders = new Set<string>()
  let files = 0

  const open: Disk['open'] = async (path, flags, mode) => {
    const handle = await systemDisk.open(path, flags, mode)
    if (!(await handle.stat()).isFile()) return watched(handle, () => ({ call: 'sync-folder', path: path }), calls)
    const known = fileAt.get(path)
    const file = known ?? files++
    fileAt.set(path, file)
    const makes = typeof flags === 'number' && (flags & constants.O_CREAT) !== 0
    if (known === undefined && makes) calls.push({ call: 'make', path: path, file })
    return watched(handle, () => ({ call: 'sync-file', file }), calls, file)
  }
  const give = (from: string, to: string, isMove: boolean): void => {
    const file = fileAt.get(from) ?? -1
    fileAt.set(to, file)
    if (isMove) fileAt.delete(from)
    calls.push({ call: 'name', path: to, file, ...(isMove ? { from } : {}) })
  }
  return {
    open,
    link: async (from, to) => {
      await systemDisk.link(from, to)
      give(from, to, false)
    },
    rename: async (from, to) => {
      await systemDisk.rename(from, to)
      give(from, to, true)
    },
    rm: async (path, options) => {
      await systemDisk.rm(path, options)
      if (fileAt.delete(path)) calls.push({ call: 'unname', path: path })
    },
    truncate: async (path, length) => {
      await systemDisk.truncate(path, length)
      calls.push({ call: 'cut', file: fileAt.get(path) ?? -1, sizeBytes: length })
    },
    mkdir: async (path, options) => {
      await systemDisk.mkdir(path, options)
      if (!folders.has(path)) calls.push({ call: 'folder', path })
      folders.add(path)
    },
  }
}

/** @param file undefined of a folder. */
function watched(handle: FileHandle, synced: () => DiskCall, calls: DiskCall[], file?: number): FileHandle {
  const wrote = (chunks: readonly Buffer[], position: number): void => {
    if (file !== undefined) calls.push({ call: 'write', file, position, bytes: Buffer.concat(chunks) })
  }
  const own: Partial<Record<string, (...args: never[]) => Promise<unknown>>> = {
    writev: async (chunks: Buffer[], position: number) => {
      const result = await handle.writev(chunks, position)
      wrote([Buffer.concat(chunks).subarray(0, result.bytesWritten)], position)
      return result
    },
    write: async (bytes: Buffer, from: number, length: number, position: number) => {
      const result = await handle.write(bytes, from, length, position)
      wrote([bytes.subarray(from, from + result.bytesWritten)], position)
      return result
    },
    sync: async () => {
      await handle.sync()
      calls.push(synced())
    },
    datasync: async () => {
      await handle.datasync()
      calls.push(synced())
    },
  }
  return new Proxy(handle, {
    get(target, name) {
      if (typeof name === 'string' && own[name]) return own[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
