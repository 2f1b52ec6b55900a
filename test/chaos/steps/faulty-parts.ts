import type { FileHandle } from 'node:fs/promises'
import { constants } from 'node:fs'
import type { Caller, Database, Statement, Transaction } from '#server/db/database.ts'
import { type Disk, systemDisk } from '#server/disk/disk.ts'
import type { Steps } from './steps.ts'

const WRITES = new Set(['writev', 'write', 'datasync', 'sync'])

/** The disk of the system, whose changes are steps. */
export function faultyDisk(steps: Steps): Disk {
  return {
    open: async (file, flags, mode) => {
      let opened: FileHandle | undefined
      const open = async () => (opened = await systemDisk.open(file, flags, mode))
      const makes = typeof flags === 'number' && (flags & constants.O_CREAT) !== 0
      try {
        return watched(makes ? await steps.around('open', open) : await open(), steps)
      } catch (error) {
        await opened?.close()
        throw error
      }
    },
    link: (from, to) => steps.around('link', () => systemDisk.link(from, to)),
    mkdir: systemDisk.mkdir,
    rename: (from, to) => steps.around('rename', () => systemDisk.rename(from, to)),
    rm: (file, options) => steps.around('rm', () => systemDisk.rm(file, options)),
    truncate: (file, length) => steps.around('truncate', () => systemDisk.truncate(file, length)),
  }
}

function watched(file: FileHandle, steps: Steps): FileHandle {
  return new Proxy(file, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (typeof name !== 'string' || !WRITES.has(name)) return value.bind(target)
      return (...args: unknown[]) => steps.around(name, async () => Reflect.apply(value, target, args))
    },
  })
}

const nameOf = ({ name, text }: Statement): string => name ?? text.trim().split(/\s+/).slice(0, 3).join(' ')
const isChange = ({ text }: Statement): boolean => /^\s*(insert|update|delete|with)\b/i.test(text)

/** The database, whose changes and commits are steps. */
export function faultyDatabase(database: Database, steps: Steps): Database {
  const around = <T>(statement: Statement, call: () => Promise<T>): Promise<T> =>
    isChange(statement) ? steps.around(nameOf(statement), call) : call()
  const inside =
    <T>(work: (transaction: Transaction) => Promise<T>) =>
    (transaction: Transaction): Promise<T> =>
      work({ query: (statement) => around(statement, () => transaction.query(statement)) })
  const changed: Partial<Database> = {
    oneAsCaller: (caller, statement, options) =>
      around(statement, () => database.oneAsCaller(caller, statement, options)),
    owner: (statement, values) =>
      around(typeof statement === 'string' ? { text: statement } : statement, () => database.owner(statement, values)),
    asOwner: (work) => steps.around('commit', () => database.asOwner(inside(work))),
    asCaller: <T>(
      caller: Caller,
      work: (transaction: Transaction) => Promise<T>,
      options?: { rollback?: boolean },
    ): Promise<T> => {
      const run = () => database.asCaller(caller, options?.rollback ? work : inside(work), options)
      return options?.rollback ? run() : steps.around('commit', run)
    },
  }
  return new Proxy(database, {
    get(target, name) {
      const own: unknown = Reflect.get(changed, name)
      if (own !== undefined) return own
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
