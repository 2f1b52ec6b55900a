import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { COPILOT_LIMITS, type CopilotAnswer, type CopilotState } from '#contract/copilot/copilot.ts'
import { EmbeddingsUnavailableError, embeddingsOf } from '../embeddings/embeddings.ts'
import type { FeatureServices } from '../feature.ts'
import { copilotLimits } from './copilot-limits.ts'
import { copilotError, parse, personOf, sendCopilotError } from './copilot-requests.ts'
import { Passages } from './passages.ts'

const asked = z.strictObject({ question: z.string().trim().min(1).max(COPILOT_LIMITS.questionCharacters) })

/** Questions about this product, answered from its own documentation. Nothing of a vault comes here: files are found in the browser. */
export function copilotRoutes(app: FastifyInstance, { callers, limits, database, config }: FeatureServices): void {
  const embeddings = embeddingsOf(database)
  const passages = new Passages(embeddings, config.dataDir)
  app.setErrorHandler(sendCopilotError)

  app.get('/state', async (request): Promise<CopilotState> => {
    await personOf({ callers, limits }, request, copilotLimits.copilotByUser)
    const state = embeddings.state()
    if (state !== 'ready') return { isActive: false, problem: new EmbeddingsUnavailableError(state).message }
    return { isActive: passages.prepare(), problem: null }
  })
  app.post('/questions', async (request, reply): Promise<CopilotAnswer> => {
    await personOf({ callers, limits }, request, copilotLimits.questionByUser)
    const { question } = parse(asked, request.body)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    try {
      return { passages: await passages.find(question, { most: COPILOT_LIMITS.passages, signal: gone.signal }) }
    } catch (error) {
      throw error instanceof EmbeddingsUnavailableError ? copilotError('no_embeddings', { cause: error }) : error
    }
  })
}
