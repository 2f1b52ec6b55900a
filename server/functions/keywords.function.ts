import { z } from 'zod'
import { KEYWORD_LIMITS } from '#contract/keywords/keywords.ts'
import type { Database } from '#server/db/database.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { analyseNow } from '#server/keywords/analyse-now.ts'
import { keywordLimits } from '#server/keywords/keywords-limits.ts'
import { parseBody } from './function-body.ts'
import { type FunctionCall, FunctionError, type Registry } from './registry.ts'

export type KeywordServices = { database: Database; limits: RateLimits }

const NO_SEEDS = 'Please enter some seed keywords'

const asked = z.object({
  seed_terms: z.array(z.string(), NO_SEEDS),
  project_name: z.string().trim().max(KEYWORD_LIMITS.nameCharacters).default(''),
  tenant_id: z.string().default('default'),
})

/** Clusters of keywords in one answer, for programs; the studio has projects, lists and progress. */
export function keywordFunctions(services: KeywordServices): Registry {
  return {
    'ai-seo-keywords': { verifyJwt: true, methods: ['POST'], handler: (call) => clusterSeeds(services, call) },
  }
}

async function clusterSeeds({ database, limits }: KeywordServices, { caller, body, signal }: FunctionCall) {
  await limits.take(keywordLimits.keywordRunsByUser, `keywords ${String(caller.claims['sub'])}`)
  const { seed_terms: seeds, project_name: name, tenant_id: tenant } = parseBody(asked, body)
  const date = new Date().toISOString().slice(0, 10)
  const clusters = await analyseNow(database, caller, { name: name || `SEO Project ${date}`, seeds, tenant, signal })
  if (clusters === undefined) throw new FunctionError(500, 'Failed to analyze keywords. Please try again.')
  return { clusters }
}
