import { growPrefixTree, type PrefixTree } from '#ledger/prefix-tree/prefix-tree.ts'
import type { Transaction } from '../../db/database.ts'
import { readKeyMap } from './listed-keys.sql.ts'

/** A map, and the sizes of the log between which nothing was listed. */
type Kept = { readonly from: number; to: number; readonly tree: PrefixTree }

/** Where witnesses sign, readers are shown states of the last minute or two. */
const MOST_KEPT = 8

/**
 * The maps that a log states of all that it lists, with all their nodes. Those of the last few sizes are kept in memory and share their nodes: each has grown from the one
 * before by what was listed since; a hundred bytes and three hashes a subject. One that is older than all of them is built from all rows, and kept until another one is.
 */
export class KeyMaps {
  #logId: string | undefined
  /** By size. */
  #kept: readonly Kept[] = []
  #older: Kept | undefined

  /** @param size of a tree of the log whose entries are committed. */
  async at(db: Transaction, logId: string, size: number): Promise<PrefixTree> {
    const before = this.#before(logId, size)
    if (before && size <= before.to) return before.tree
    const added = await readKeyMap(db, logId, { from: before?.to ?? 0, to: size })
    // Others asked for the same meanwhile.
    const meanwhile = this.#before(logId, size)
    if (meanwhile && size <= meanwhile.to) return meanwhile.tree
    if (before && added.length === 0) {
      before.to = size
      return before.tree
    }
    const tree = before ? before.tree.with(added) : growPrefixTree(added)
    this.#keep(logId, { from: size, to: size, tree })
    return tree
  }

  /** The kept map of that size, or of the next smaller one. */
  #before(logId: string, size: number): Kept | undefined {
    if (this.#logId !== logId) return undefined
    const smaller = [...this.#kept, ...(this.#older ? [this.#older] : [])].filter(({ from }) => from <= size)
    return smaller.reduce<Kept | undefined>((best, one) => (best && best.from >= one.from ? best : one), undefined)
  }

  #keep(logId: string, map: Kept): void {
    if (this.#logId !== logId) {
      this.#logId = logId
      this.#kept = []
      this.#older = undefined
    }
    const kept = [...this.#kept, map].toSorted((a, b) => a.from - b.from)
    this.#kept = kept.slice(-MOST_KEPT)
    // Somebody who asks for many old ones must not push out those that are in use.
    if (!this.#kept.includes(map)) this.#older = map
  }
}
