import path from 'node:path'
import { z } from 'zod'
import { fromBase64Url, toBase64Url } from '#crypto/index.ts'
import type { DeviceMemory } from '#vault/session/device-memory.ts'
import { homeFolder, readPrivate, writePrivate } from './private-file.ts'

const savedShape = z.object({ revision: z.int(), sealed: z.string() })
const fileOf = (userId: string): string => path.join(homeFolder(), `keyring-${userId}.json`)

/** The newest keyring of each account that was opened on this computer, sealed; it stays after `logout`. */
export const keyringMemory: DeviceMemory = {
  remember: async (userId, { revision, sealed }) => {
    writePrivate(fileOf(userId), { revision, sealed: toBase64Url(sealed) })
  },
  recall: async (userId) => {
    const saved = savedShape.safeParse(readPrivate(fileOf(userId)))
    return saved.success ? { revision: saved.data.revision, sealed: fromBase64Url(saved.data.sealed) } : undefined
  },
}
