/**
 * What a server asked of its disk, in order. `file` is the file itself, whatever its names; a folder is named by its path.
 * Names are durable when their folder was synced after they were given, bytes when their file was.
 */
export type DiskCall =
  | { call: 'make'; path: string; file: number }
  | { call: 'name'; path: string; file: number; from?: string }
  | { call: 'unname'; path: string }
  | { call: 'folder'; path: string }
  | { call: 'write'; file: number; position: number; bytes: Buffer }
  | { call: 'cut'; file: number; sizeBytes: number }
  | { call: 'sync-file'; file: number }
  | { call: 'sync-folder'; path: string }

/** What becomes of a call that nothing made durable: it is done, it never was, or the file has its size and zeros in it. */
export type Fate = 'done' | 'lost' | 'zeros'

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** The calls that a power failure after all of `calls` may undo: nothing was synced after them that they need. */
function undurable(calls: readonly DiskCall[]): DiskCall[] {
  return calls.filter((one, at) => {
    const later = calls.slice(at + 1)
    if (one.call === 'sync-file' || one.call === 'sync-folder') return false
    if (one.call === 'write' || one.call === 'cut')
      return !later.some((sync) => sync.call === 'sync-file' && sync.file === one.file)
    return !later.some((sync) => sync.call === 'sync-folder' && sync.path === folderOf(one.path))
  })
}

/** Files by their names, as the disk has them after the power came back. */
export type Survived = { read: (path: string) => Buffer | undefined }

/** @param fates of the calls that are not durable; the others are done. `roots`: folders that were there before. */
export function afterPowerLoss(
  calls: readonly DiskCall[],
  fates: ReadonlyMap<DiskCall, Fate>,
  roots: readonly string[],
): Survived {
  const names = new Map<string, number>()
  const folders = new Set(roots)
  const bytesOf = new Map<number, Buffer>()
  for (const one of calls) {
    const fate = fates.get(one) ?? 'done'
    if (one.call === 'write' && fate !== 'lost') {
      const bytes = fate === 'zeros' ? Buffer.alloc(one.bytes.length) : one.bytes
      const former = bytesOf.get(one.file) ?? Buffer.alloc(0)
      const next = Buffer.alloc(Math.max(former.length, one.position + bytes.length))
      former.copy(next)
      bytes.copy(next, one.position)
      bytesOf.set(one.file, next)
    }
    if (fate !== 'done') continue
    if (one.call === 'make' || one.call === 'name') names.set(one.path, one.file)
    if (one.call === 'name' && one.from !== undefined) names.delete(one.from)
    if (one.call === 'unname') names.delete(one.path)
    if (one.call === 'folder') folders.add(one.path)
    if (one.call === 'cut') bytesOf.set(one.file, (bytesOf.get(one.file) ?? Buffer.alloc(0)).subarray(0, one.sizeBytes))
  }
  return {
    read: (path) => {
      const file = folders.has(folderOf(path)) ? names.get(path) : undefined
      return file === undefined ? undefined : (bytesOf.get(file) ?? Buffer.alloc(0))
    },
  }
}

/** All combinations where they are few, otherwise the two extremes and as many others as `random` gives. */
export function* fatesOf(
  calls: readonly DiskCall[],
  { most, random }: { most: number; random: (below: number) => number },
): Generator<Map<DiskCall, Fate>> {
  const open = undurable(calls)
  const choices = open.map(({ call }): Fate[] => (call === 'write' ? ['lost', 'zeros', 'done'] : ['lost', 'done']))
  const count = choices.reduce((product, { length }) => product * length, 1)
  const pick = (at: (length: number, index: number) => number): Map<DiskCall, Fate> =>
    new Map(open.map((one, index) => [one, choices[index]?.[at(choices[index].length, index)] ?? 'lost']))
  if (count <= most) {
    for (let number = 0; number < count; number++) {
      let rest = number
      yield pick((length) => {
        const choice = rest % length
        rest = Math.floor(rest / length)
        return choice
      })
    }
    return
  }
  yield pick(() => 0)
  yield pick((length) => length - 1)
  for (let number = 2; number < most; number++) yield pick((length) => random(length))
}
