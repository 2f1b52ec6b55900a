import { z } from 'zod'
import type { CopilotAnswer, CopilotState } from '#contract/copilot/copilot.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/copilot/v1'

const state = z.object({ isActive: z.boolean(), problem: z.string().nullable() })
const answer = z.object({
  passages: z.array(
    z.object({ address: z.string(), title: z.string(), heading: z.string(), text: z.string(), likeness: z.number() }),
  ),
})

/** Questions about the product itself. What is asked leaves for the server; no name of a file does. */
export const copilotCalls = {
  state: async (api: VaultApi): Promise<CopilotState> =>
    state.parse(await (await api.fetch(`${PATH}/state`, { method: 'GET' })).json()),

  /** @throws {VaultError} where nothing on the server answers by meaning, or too much is asked */
  ask: async (api: VaultApi, question: string): Promise<CopilotAnswer> =>
    answer.parse(await api.post(`${PATH}/questions`, { question })),
}
