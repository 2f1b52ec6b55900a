import { type Copy, copyItems } from '#vault/folders/copy-items.ts'
import { type Move, moveItems } from '#vault/folders/folders.ts'
import type { Items } from '#vault/folders/items.ts'
import { deleteForever, restoreItems, setStarred, trashItems } from '#vault/folders/trash.ts'
import { withApi, withVault } from '../bind-calls.ts'
import { validName } from './file-calls.ts'
import { connected, unlocked } from '../../vault-state.ts'

/** What is done with files and folders alike. */
export const itemCalls = {
  /** How many came back at the top, because their folder is gone or in the trash. */
  ...withVault({ restore: restoreItems }),
  ...withApi({ trash: trashItems, deleteForever, setStarred }),

  move: ({ names = {}, ...move }: Move): Promise<void> => {
    const valid = Object.entries(names).map(([id, name]) => [id, validName(name)] as const)
    return moveItems(connected(), unlocked(), { ...move, names: Object.fromEntries(valid) })
  },

  /** All or nothing, without sending any content again. @returns what lies directly in the target now. */
  copy: ({ to, folders, files }: Copy): Promise<Items> => {
    const named = <Item extends { name: string }>(item: Item): Item => ({ ...item, name: validName(item.name) })
    return copyItems(connected(), unlocked(), { to, folders: folders.map(named), files: files.map(named) })
  },
}
