import { type VaultTag, createTag, listFileTags, listTags, removeTag, tagFile, untagFile } from '#vault/folders/tags.ts'
import { withApi, withVault } from './bind-calls.ts'
import { validName } from './file-calls.ts'
import { connected, unlocked } from '../vault-state.ts'

export const tagCalls = {
  ...withVault({ list: listTags }),
  /** `pairs`: which tag is on which file, for the whole vault. */
  ...withApi({ pairs: listFileTags, remove: removeTag, addToFile: tagFile, removeFromFile: untagFile }),
  create: (tag: { name: string; color: string }): Promise<VaultTag> =>
    createTag(connected(), unlocked(), { ...tag, name: validName(tag.name) }),
}
