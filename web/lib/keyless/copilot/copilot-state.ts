import type { CopilotState } from '#contract/copilot/copilot.ts'
import type { VaultApi } from '#vault/session/api.ts'

/** Whether questions are answered. Read by hand: the first screen asks, and a schema would bring those of all rooms along. */
export async function readCopilotState(api: VaultApi): Promise<CopilotState> {
  const answer: unknown = await (await api.fetch('/copilot/v1/state', { method: 'GET' })).json()
  const { isActive, problem } = answer as Partial<CopilotState>
  return { isActive: isActive === true, problem: typeof problem === 'string' ? problem : null }
}
