import { z } from 'zod'
import { fromUtf8, utf8 } from '#crypto/index.ts'
import { sealedStore } from './sealed-store.ts'

const store = sealedStore('quantumshield-canaries', 'files')
const shape = z.object({ mark: z.string(), fileIds: z.array(z.string()) })

/**
 * Which files of an account raise an alarm, as this browser last read it: the server tells it to no session that is old. `mark` is the server's at
 * that time. It goes when the person signs out.
 */
export const canaryMemory = {
  remember: (userId: string, known: z.infer<typeof shape>): Promise<void> =>
    store.remember(userId, utf8(JSON.stringify(known))),
  recall: async (userId: string): Promise<z.infer<typeof shape> | undefined> => {
    const kept = await store.recall(userId)
    return kept && shape.parse(JSON.parse(fromUtf8(kept)))
  },
  forget: store.forget,
}
