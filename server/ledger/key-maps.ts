import { growPrefixTree, type PrefixTree } from '#ledger/prefix-tree/prefix-tree.ts'
import type { Transaction } from '../db/database.ts'
import { readKeyMap } from './listed-keys.sql.ts'

/**
 * The maps that a log states of everybody's keys, with all their nodes. The newest is kept in memory and grows by what was listed since; a hundred
 * bytes and three hashes a person.
 */
export class KeyMaps {
  #newest: { readonly logId: string; readonly size: number; readonly tree: PrefixTree } | undefined

  /** @param size of a tree of the log whose entries are committed. */
  async at(db: Transaction, logId: string, size: number): Promise<PrefixTree> {
    const kept = this.#newest?.logId === logId ? this.#newest : undefined
    if (kept && size < kept.size) {
      const isSame = (await readKeyMap(db, logId, { from: size, to: kept.size })).length === 0
      return isSame ? kept.tree : growPrefixTree(await readKeyMap(db, logId, { from: 0, to: size }))
    }
    const added = await readKeyMap(db, logId, { from: kept?.size ?? 0, to: size })
    const tree = kept ? kept.tree.with(added) : growPrefixTree(added)
    this.#newest = { logId, size, tree }
    return tree
  }
}
