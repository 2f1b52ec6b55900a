import { concat } from '#crypto/bytes.ts'
import { type AddEntries, formatAddEntries, packagesOf, subtreeOf, writePackage } from '../mirror/add-entries.ts'
import type { memoryLog } from './memory-log.ts'
import { proveSubtree } from '../tree/subtree.ts'

/** What a log of a test sends to a mirror. @param most packages; all of them when undefined. */
export async function uploadOf(
  log: ReturnType<typeof memoryLog>,
  request: Omit<AddEntries, 'ticket'>,
  most = Infinity,
): Promise<Uint8Array> {
  const ranges = [...packagesOf(request)].slice(0, most)
  const packages = await Promise.all(
    ranges.map(async (range) => {
      const proof = await proveSubtree(subtreeOf(range), request.end, log.read)
      return writePackage({ entries: log.entries.slice(range.start, range.end), proof })
    }),
  )
  return concat(formatAddEntries({ ...request, ticket: new Uint8Array() }), ...packages)
}
