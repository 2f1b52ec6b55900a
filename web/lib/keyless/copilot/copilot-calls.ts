import { z } from 'zod'
import type { CopilotAnswer } from '#contract/copilot/copilot.ts'
import type { VaultApi } from '#vault/session/api.ts'

const answer = z.object({
  passages: z.array(
    z.object({ address: z.string(), title: z.string(), heading: z.string(), text: z.string(), likeness: z.number() }),
  ),
})

/** Questions about the product itself. What is asked leaves for the server; no name of a file does. */
export const copilotCalls = {
  /** @throws {VaultError} where nothing on the server answers by meaning, or too much is asked */
  ask: async (api: VaultApi, question: string): Promise<CopilotAnswer> =>
    answer.parse(await api.post('/copilot/v1/questions', { question })),
}
